import { describe, expect, test } from 'vitest';
import type { Answers, FormContext } from '#domain/form/form.ts';
import { reviewSections } from '#domain/form/review.ts';
import { studentForm } from '#domain/student/form.ts';

const context: FormContext = { variant: 'direct', today: { earliest: '2026-01-10', latest: '2026-01-10' } };
const ANSWERS: Answers = {
  title: 'Dr',
  firstName: 'Amelia',
  middleName: '',
  familyName: "O'Brien-Hall",
  dateOfBirth: '1999-05-17',
  currentCountry: 'Nepal',
  hasPostalAddress: 'No',
  postalCityTownSuburb: 'Sydney',
  contactType: 'Guardian',
  isEnglishMainLanguage: 'Yes',
  hasCompletedEnglishTest: 'ELICOS Training',
  highestSchoolLevel: '12',
  hasAchievedQualifications: 'No',
  currentEmploymentStatus: '01',
  howDidYouHearAboutUs: 'Agent',
  selectedAgent: 'Himal Education|Nepal',
  selectedIntake: '2026-04-08',
  agreeToTerms: true,
};
const review = (changes: Answers = {}, more: Partial<FormContext> = {}) =>
  reviewSections(studentForm, { ...ANSWERS, ...changes }, { ...context, ...more });
const values = (sections: ReturnType<typeof review>) =>
  Object.fromEntries(sections.flatMap(({ rows }) => rows.map(({ name, value }) => [name, value])));

describe('the sections of the review', () => {
  test('have no answer to a question that was not asked', () => {
    expect(values(review({ formType: 'student-application' }))).not.toHaveProperty('formType');
  });

  test('lead back to the step on which they are answered', () => {
    expect(review().map(({ step }) => step)).toEqual([
      'personal',
      'contact',
      'contact',
      'education',
      'education',
      'education',
      'course',
    ]);
  });

  test('hold no question of which every answer is empty', () => {
    expect(reviewSections(studentForm, { title: 'Mr', firstName: '  ' }, context)).toMatchObject([
      { title: 'Personal Information', rows: [{ name: 'title' }] },
    ]);
  });
});

describe('an answer in the review', () => {
  test('is shown as typed, and left out when it is empty or its question is not asked', () => {
    const shown = values(review());
    expect(shown).toMatchObject({ firstName: 'Amelia', familyName: "O'Brien-Hall" });
    expect(shown).not.toHaveProperty('middleName');
    expect(shown).not.toHaveProperty('postalCityTownSuburb');
  });

  test('is a label instead of a code', () => {
    expect(values(review()).highestSchoolLevel).toMatch(/^12\b/);
    expect(values(review()).currentEmploymentStatus).toMatch(/Full-time employee/);
  });

  test('has the live list’s words where there is one', () => {
    const lists = { intakes: [{ value: '2026-04-08', label: '8 April 2026 - Diploma of Building' }] };
    expect(values(review({}, { lists })).selectedIntake).toBe('8 April 2026 - Diploma of Building');
  });

  test('is a date in words, as Australia writes it', () => {
    expect(values(review())).toMatchObject({ dateOfBirth: '17 May 1999', selectedIntake: '8 April 2026' });
  });

  test('is what was typed where it only looks like a date', () => {
    const shown = values(review({ middleName: '1999-05-17', passportNumber: '2026-04-08' }));
    expect(shown).toMatchObject({ middleName: '1999-05-17', passportNumber: '2026-04-08' });
  });

  test('is an agent by name and country, and a consent as Yes', () => {
    expect(values(review())).toMatchObject({ selectedAgent: 'Himal Education, Nepal', agreeToTerms: 'Yes' });
  });
});
