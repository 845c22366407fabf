import { describe, expect, test } from 'vitest';
import { validate } from '#domain/form/validate.ts';
import { visibleAnswers } from '#domain/form/visible.ts';
import { SHORT_DOCUMENTS } from '#domain/short/documents.ts';
import { intakeYears, shortForm } from '#domain/short/form.ts';
import { toStudentFlow } from '#domain/short/to-student-flow.ts';
import maximal from '../../fixtures/payloads/student-flow-maximal.json' with { type: 'json' };
import minimal from '../../fixtures/payloads/student-flow-minimal.json' with { type: 'json' };
import { DIRECT, SHORT_MAXIMAL, SHORT_MINIMAL, TODAY } from '../support/applications.ts';
import { messageOf as messageIn } from '../support/message-of.ts';

const CONTEXT = { today: TODAY };
const messageOf = (name: string, answer: string) =>
  messageIn(shortForm, name, { ...SHORT_MAXIMAL, [name]: answer }, CONTEXT);

describe('the short application', () => {
  test('requires these', () => {
    expect(validate(shortForm, {}, CONTEXT)).toEqual({
      studentType: 'Please select student type',
      firstName: 'Please enter your first name',
      familyName: 'Please enter your family name',
      gender: 'Please select your gender',
      dateOfBirth: 'Please select your date of birth',
      email: 'Please enter your email address',
      countryOfBirth: 'Please select your country of birth',
      nationality: 'Please select your nationality',
      passportNumber: 'Please enter your passport number',
      passportExpiryDate: 'Please select passport expiry date',
      country: 'Please select your country',
      mobilePhone: 'Please enter your mobile phone number',
      intakeYear: 'Please select intake year',
      course: 'Please select course',
    });
  });
  test('is valid when minimal and when maximal', () => {
    expect(validate(shortForm, SHORT_MINIMAL, CONTEXT)).toEqual({});
    expect(validate(shortForm, SHORT_MAXIMAL, CONTEXT)).toEqual({});
  });
  test.each([
    ['studentType', 'Local', 'Please select student type'],
    ['selectedAgent', 'Harbour', 'Invalid agent selection format'],
    ['intakeYear', '2025', 'Please select intake year'],
    ['intakeYear', '2028', 'Please select intake year'],
    ['course', 'CPC40120', 'Please select course'],
    ['preferredStudyPeriod', 'May', 'Please select an option from the list'],
    ['visaExpiryDate', 'soon', 'Please enter a valid date'],
    ['homePhone', '+61', 'Please enter a valid mobile phone number (numbers only)'],
    ['postcode', 'x', 'Please enter a valid postcode'],
    ['state', '四川', 'Please use English letters and numbers only'],
    ['firstName', 'A', 'First name must be at least 2 characters'],
  ])('%s "%s": %s', (name, answer, message) => {
    expect(messageOf(name, answer)).toBe(message);
  });
  test('starts this year or the next', () => {
    expect(intakeYears(TODAY).map((year) => year.value)).toEqual(['2026', '2027']);
    for (const { value } of intakeYears(TODAY)) expect(messageOf('intakeYear', value)).toBeUndefined();
    for (const period of ['January', 'April', 'August', 'November']) {
      expect(messageOf('preferredStudyPeriod', period)).toBeUndefined();
    }
  });
});

describe('the student automation flow is sent', () => {
  const submissionDate = '2026-06-15T00:30:00.123Z';
  const documents = SHORT_DOCUMENTS.map(({ slot }) => ({ slot, name: `${slot}.pdf` }));

  test('every answer under its own name, of a maximal application', () => {
    expect(toStudentFlow(visibleAnswers(shortForm, SHORT_MAXIMAL, DIRECT), { submissionDate, documents })).toEqual(
      maximal,
    );
  });
  test('each answer of the form, but for the consent and the kind of form', () => {
    const parts = new Map(
      toStudentFlow(visibleAnswers(shortForm, SHORT_MAXIMAL, DIRECT), { submissionDate, documents }),
    );
    const asked = shortForm.fields
      .map(({ name }) => name)
      .filter((name) => !['agreeToTerms', 'formType'].includes(name));
    expect(asked.filter((name) => !parts.has(name))).toEqual([]);
  });
  test('empty texts for what was not answered, of a minimal one', () => {
    expect(toStudentFlow(visibleAnswers(shortForm, SHORT_MINIMAL, DIRECT), { submissionDate, documents: [] })).toEqual(
      minimal,
    );
  });
  test('which of the two documents is there', () => {
    const parts = new Map(
      toStudentFlow(visibleAnswers(shortForm, SHORT_MINIMAL, DIRECT), {
        submissionDate,
        documents: documents.slice(1),
      }),
    );
    const flags = ['hasFiles', 'fileCount', 'hasPhotoId', 'hasResidencyProof', 'Photo ID', 'Residency/Visa proof'];
    expect(flags.map((name) => parts.get(name))).toEqual(['true', '1', 'false', 'true', 'No', 'Yes']);
  });
});
