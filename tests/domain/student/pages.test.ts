import { describe, expect, test } from 'vitest';
import { reviewSections } from '#domain/form/review.ts';
import { formatSize } from '#domain/format/size.ts';
import { missingDocuments, studentDocuments, TOTAL_DOCUMENT_BYTES } from '#domain/student/documents.ts';
import { studentForm } from '#domain/student/form.ts';
import { REVIEW_TITLES } from '#tests/support/review-titles.ts';
import { AGENT, BRANCHES, DIRECT, MAXIMAL, MINIMAL } from '../support/applications.ts';

describe('the wizard has four steps', () => {
  test('by title and in order', () => {
    expect(studentForm.steps.map((step) => step.title)).toEqual([
      'Personal Information',
      'Contact Details',
      'Education and Language',
      'Course and Documents',
    ]);
  });
});

describe('the review', () => {
  const titles = (answers: object, context = DIRECT) =>
    reviewSections(studentForm, { ...answers }, context).map((section) => section.title);
  const entry = (name: string, answers: object, lists = {}) =>
    reviewSections(studentForm, { ...answers }, { ...DIRECT, lists })
      .flatMap((section) => section.rows)
      .find((one) => one.name === name)?.value;

  test('has the sections of the specification, the postal address only when one is declared', () => {
    expect(titles(MINIMAL)).toEqual(REVIEW_TITLES);
    expect(titles({ ...MINIMAL, ...BRANCHES.postal })).toEqual(REVIEW_TITLES.toSpliced(2, 0, 'Postal Address'));
    expect(titles(MAXIMAL, AGENT)).toEqual(REVIEW_TITLES.toSpliced(2, 0, 'Postal Address'));
  });
  test('hides empty values and hidden questions', () => {
    expect(entry('middleName', { ...MINIMAL, middleName: ' ' })).toBeUndefined();
    expect(entry('qualificationName', { ...MINIMAL, qualificationName: 'Diploma' })).toBeUndefined();
    expect(reviewSections(studentForm, {}, DIRECT)).toEqual([]);
  });
  test('shows what a choice says, dates in words and the tick as Yes', () => {
    expect(entry('highestSchoolLevel', MINIMAL)).toBe('12 - Year 12');
    expect(entry('occupationIdentifier', MINIMAL, { occupations: [{ value: '3', label: 'Trades' }] })).toBe('Trades');
    expect(entry('dateOfBirth', MINIMAL)).toBe('17 May 2001');
    expect(entry('selectedIntake', MINIMAL)).toBe('13 January 2027');
    expect(entry('selectedIntake', MINIMAL, { intakes: [{ value: '2027-01-13', label: 'January intake' }] })).toBe(
      'January intake',
    );
    expect(entry('agreeToTerms', MINIMAL)).toBe('Yes');
  });
});

describe('documents', () => {
  test('four are required, five are optional', () => {
    const slots = (required: boolean) =>
      studentDocuments.filter((one) => one.required === required).map((one) => one.slot);
    expect(slots(true)).toEqual(['year12Evidence', 'passport', 'englishTest', 'academicQualifications']);
    expect(slots(false)).toEqual([
      'cv',
      'statementOfPurpose',
      'financialDeclaration',
      'bankStatement',
      'sponsorDocuments',
    ]);
  });
  test('missing ones are named by their labels', () => {
    expect(missingDocuments([], BRANCHES.englishTest)).toEqual([
      'Evidence of Year 12 or Vocational Education',
      'Current Passport',
      'English Test Results',
      'Academic Qualifications & Transcripts',
    ]);
    const three = ['passport', 'cv', 'englishTest', 'year12Evidence'];
    expect(missingDocuments(three, {})).toEqual(['Academic Qualifications & Transcripts']);
    expect(missingDocuments([...three, 'academicQualifications'], {})).toEqual([]);
  });
  test('the English test is an ELICOS Training Offer where that is the method', () => {
    const missing = missingDocuments(['year12Evidence', 'passport', 'academicQualifications'], MINIMAL);
    expect(missing).toEqual(['ELICOS Training Offer']);
  });
  test('the English test has two names, every other document one, with any answers', () => {
    const several = studentDocuments.filter(({ labels }) => labels.length > 1);
    expect(several.map(({ slot, labels }) => [slot, labels])).toEqual([
      ['englishTest', ['English Test Results', 'ELICOS Training Offer']],
    ]);
    for (const answers of [{}, MINIMAL, MAXIMAL, BRANCHES.englishTest])
      for (const { label, labels } of studentDocuments) expect(labels).toContain(label(answers));
    for (const { label, labels } of studentDocuments) expect(labels[0]).toBe(label({}));
  });
  test('all together have 100 MB', () => {
    expect(TOTAL_DOCUMENT_BYTES).toBe(104_857_600);
  });
  test.each([
    [0, '0 Bytes'],
    [512, '512 Bytes'],
    [1023, '1023 Bytes'],
    [1024, '1 KB'],
    [1536, '1.5 KB'],
    [1_048_575, '1 MB'],
    [2_097_152, '2 MB'],
    [1_610_612_736, '1.5 GB'],
    [2 ** 41, '2048 GB'],
  ])('%i bytes are shown as %s', (bytes, text) => {
    expect(formatSize(bytes)).toBe(text);
  });
});
