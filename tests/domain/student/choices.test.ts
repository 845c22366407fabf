import { describe, expect, test } from 'vitest';
import type { Field } from '#domain/form/form.ts';
import { studentForm } from '#domain/student/form.ts';
import { DIRECT, MAXIMAL } from '../support/applications.ts';
import { messageOf as messageIn } from '../support/message-of.ts';

const field = (name: string) => studentForm.fields.find((one) => one.name === name) as Field;
const values = (name: string) => field(name).options?.map((option) => option.value) ?? [];
const labels = (name: string) => field(name).options?.map((option) => option.label) ?? [];
const YES_OR_NO = ['Yes', 'No'];

describe('the choices of the specification', () => {
  test.each([
    ['title', ['Mr', 'Mrs', 'Miss', 'Ms', 'Dr', 'Rev', 'Hon', 'Not Specified']],
    ['gender', ['Male', 'Female', 'X', 'Other/Not specified']],
    ['hasPostalAddress', YES_OR_NO],
    ['contactType', ['Guardian', 'Emergency']],
    ['isAboriginal', YES_OR_NO],
    ['isTorresStraitIslander', YES_OR_NO],
    ['isEnglishMainLanguage', YES_OR_NO],
    ['wasEnglishInstructionLanguage', YES_OR_NO],
    ['hasCompletedEnglishTest', ['English test', 'ELICOS Training']],
    ['englishTestType', ['IELTS', 'PTE', 'TOEFL']],
    ['highestSchoolLevel', ['@@', '02', '08', '09', '10', '11', '12']],
    ['isStillAttendingSchool', YES_OR_NO],
    ['hasAchievedQualifications', YES_OR_NO],
    ['qualificationLevel', ['008', '410', '420', '511', '514', '521', '524', '990']],
    ['qualificationRecognition', ['I', 'A', 'E']],
    ['currentEmploymentStatus', ['01', '02', '03', '04', '05', '06', '07', '08', '@@']],
    ['industryOfEmployment', [...'ABCDEFGHIJKLMNOPQRS', '@@']],
    ['occupationIdentifier', ['1', '2', '3', '4', '5', '6', '7', '8', '9', '109', '@@']],
    ['howDidYouHearAboutUs', ['Agent', 'Other']],
    ['formType', ['student-application']],
  ])('%s offers %s', (name, expected) => {
    expect(values(name)).toEqual(expected);
  });

  test('school levels and recognitions are read with their codes', () => {
    expect(labels('highestSchoolLevel').slice(0, 3)).toEqual([
      '@@ - Not Specified',
      '02 - Did not go to school',
      '08 - Year 8 or below',
    ]);
    expect(labels('qualificationRecognition')).toEqual([
      'I - International',
      'A - Australian qualification',
      'E - Australian equivalent',
    ]);
  });
  test('employment statuses are worded as the specification words them', () => {
    const ofSpec =
      '01 Full-time employee, 02 Part-time, 03 Self-employed not employing others, 04 Employer, 05 Unpaid family business, 06 Unemployed seeking full-time, 07 Unemployed seeking part-time, 08 Not employed not seeking, @@ Not Specified';
    const offered = field('currentEmploymentStatus').options?.map(({ value, label }) => `${value} ${label}`);
    expect(offered?.join(', ')).toBe(ofSpec);
  });
  test('industries run from Agriculture to Other Services, occupations from Manager to Other', () => {
    expect(labels('industryOfEmployment').at(0)).toContain('Agriculture');
    expect(labels('industryOfEmployment').slice(-2)).toEqual(['Other Services', 'Not specified']);
    expect([labels('occupationIdentifier').at(0), ...labels('occupationIdentifier').slice(-3)]).toEqual([
      'Manager',
      'Other',
      'Option 109 - Other',
      'Not specified',
    ]);
  });
  test('languages are grouped by region, each with its Other', () => {
    const groups = new Map<string, string[]>();
    for (const { group = '', value } of field('languageSpokenAtHome').options ?? []) {
      groups.set(group, [...(groups.get(group) ?? []), value]);
    }
    expect([...groups.keys()]).toEqual(['East Asia', 'South Asia', 'Southeast Asia', 'General']);
    expect([...groups.values()].map((group) => group.filter((value) => value.startsWith('Other')))).toEqual([
      ['Other (East Asia)'],
      ['Other (South Asia)'],
      ['Other (Southeast Asia)'],
      ['Other'],
    ]);
    expect(values('languageSpokenAtHome').slice(-2)).toEqual(['Multiple languages', 'Prefer not to say / Unknown']);
  });
  test('countries are English short names, in a long list', () => {
    const expected = ['China', 'Vietnam', 'Australia', 'United States', 'Taiwan', 'Hong Kong', 'Nepal', 'South Korea'];
    expect(values('countryOfBirth')).toEqual(expect.arrayContaining(expected));
    expect(values('countryOfBirth').length).toBeGreaterThan(240);
    for (const name of ['currentCountry', 'postalCountry', 'contactCountry']) {
      expect(values(name)).toEqual(values('countryOfBirth'));
    }
  });
  test('nationalities are demonyms, with one disabled separator entry', () => {
    expect(values('nationality')).toEqual(expect.arrayContaining(['Chinese', 'Vietnamese', 'Australian', 'Nepalese']));
    expect(values('nationality').length).toBeGreaterThan(200);
    expect(field('nationality').options?.filter((option) => option.disabled)).toHaveLength(1);
  });
  test('agreeToTerms has the words of the terms', () => {
    expect(field('agreeToTerms').label).toBe('I agree to the enrolment terms and conditions.');
  });
});

describe('a choice is right when a list has it', () => {
  const messageOf = (name: string, value: string, lists = {}) =>
    messageIn(studentForm, name, { ...MAXIMAL, [name]: value }, { ...DIRECT, lists });

  test('an unlisted choice is refused, in any case', () => {
    expect(messageOf('title', 'Sir')).toBe('Please select your title');
    expect(messageOf('gender', 'male')).toBe('Please select your gender');
    expect(messageOf('contactCountry', 'Atlantis')).toBe('Please select an option from the list');
  });
  test('the separator is no nationality', () => {
    const separator = field('nationality').options?.find((option) => option.disabled)?.value ?? '';
    expect(messageOf('nationality', separator)).toBe('Please select your nationality');
  });
  test('a classification is right when the live or the built-in list has it', () => {
    const lists = { occupations: [{ value: 'ZZ', label: 'Astronaut' }] };
    expect(messageOf('occupationIdentifier', 'ZZ', lists)).toBeUndefined();
    expect(messageOf('occupationIdentifier', '3', lists)).toBeUndefined();
    expect(messageOf('occupationIdentifier', 'ZZ')).toBe('Please select your occupation');
    expect(messageOf('industryOfEmployment', 'ZZ', lists)).toBe('Please select your industry of employment');
  });
  test('any future date is right as an intake, any name|country as an agent', () => {
    expect(messageOf('selectedIntake', '2031-12-31')).toBeUndefined();
    expect(messageOf('selectedAgent', 'Somebody New|Nowhere')).toBeUndefined();
  });
});
