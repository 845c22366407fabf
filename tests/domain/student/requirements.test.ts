import { describe, expect, test } from 'vitest';
import type { Answers } from '#domain/form/form.ts';
import { validate, validateStep } from '#domain/form/validate.ts';
import { initialAnswers, studentForm } from '#domain/student/form.ts';
import { AGENT, BRANCHES, DIRECT, MAXIMAL, MINIMAL } from '../support/applications.ts';

/** What each step requires (R4.20), with its messages (R3.7 to R3.13). */
const STEP_1 = {
  title: 'Please select your title',
  firstName: 'Please enter your first name',
  familyName: 'Please enter your family name',
  gender: 'Please select your gender',
  dateOfBirth: 'Please select your date of birth',
  email: 'Please enter your email address',
  birthplace: 'Please enter your birthplace',
  countryOfBirth: 'Please select your country of birth',
  nationality: 'Please select your nationality',
  passportNumber: 'Please enter your passport number',
  passportExpiryDate: 'Please select passport expiry date',
  visaType: 'Please select your visa type/status',
};
const STEP_2 = {
  currentCountry: 'Please select your country',
  streetNumber: 'Please enter street number',
  streetName: 'Please enter street name',
  cityTownSuburb: 'Please enter city/town/suburb',
  state: 'Please enter state',
  postcode: 'Please enter postcode',
  mobilePhone: 'Please enter your mobile phone number',
  hasPostalAddress: 'Please select if you have a different postal address',
  contactType: 'Please select contact type',
  relationship: 'Please enter relationship',
  contactGivenName: 'Please enter contact given name',
  contactFamilyName: 'Please enter contact family name',
  contactEmail: 'Please enter contact email',
  contactMobile: 'Please enter contact mobile number',
};
const STEP_3 = {
  isAboriginal: 'Please select if you are of Aboriginal origin',
  isTorresStraitIslander: 'Please select if you are of Torres Strait Islander origin',
  isEnglishMainLanguage: 'Please select if English is your main language',
  wasEnglishInstructionLanguage: 'Please select if English was the language of instruction',
  hasCompletedEnglishTest: 'Please select how you complete English Language Proficiency',
  highestSchoolLevel: 'Please select your highest completed school level',
  isStillAttendingSchool: 'Please select if you are still attending school',
  hasAchievedQualifications: 'Please select if you have achieved any qualifications',
  currentEmploymentStatus: 'Please select your current employment status',
  industryOfEmployment: 'Please select your industry of employment',
  occupationIdentifier: 'Please select your occupation',
};
const STEP_4 = {
  howDidYouHearAboutUs: 'Please select how you heard about us',
  selectedIntake: 'Please select your preferred intake date',
  agreeToTerms: 'Please agree to the terms and conditions',
};
const POSTAL = {
  postalCountry: 'Please select country',
  postalStreetNumber: 'Please enter street number',
  postalStreetName: 'Please enter street name',
  postalCityTownSuburb: 'Please enter city/town/suburb',
  postalState: 'Please enter state',
  postalPostcode: 'Please enter postcode',
  postalMobilePhone: 'Please enter your mobile phone number',
};
const ENGLISH_TEST = {
  englishTestType: 'Please select English test type',
  listeningScore: 'Please enter listening score',
  readingScore: 'Please enter reading score',
  writingScore: 'Please enter writing score',
  speakingScore: 'Please enter speaking score',
  overallScore: 'Please enter overall score',
  engTestDate: 'Please select test date',
};
const QUALIFICATION = {
  qualificationLevel: 'Please select your qualification level',
  qualificationName: 'Please enter your qualification name',
  qualificationRecognition: 'Please select your qualification recognition',
  institutionName: 'Please enter your institution name',
  stateCountry: 'Please enter state/country',
};
const SELECTED_AGENT = { selectedAgent: 'Please select an agent' };

describe('an empty step asks for its required fields, word for word', () => {
  test.each([
    ['personal', STEP_1],
    ['contact', STEP_2],
    ['education', STEP_3],
    ['course', STEP_4],
  ])('step %s', (step, messages) => {
    expect(validateStep(studentForm, step, {}, DIRECT)).toEqual(messages);
  });

  test('step personal of the agent variant asks for the agent first', () => {
    const errors = validateStep(studentForm, 'personal', initialAnswers('agent'), AGENT);
    expect(errors).toEqual({ ...SELECTED_AGENT, ...STEP_1 });
    expect(Object.keys(errors)[0]).toBe('selectedAgent');
  });

  test('the whole form asks for all steps, in page order', () => {
    const all = { ...STEP_1, ...STEP_2, ...STEP_3, ...STEP_4 };
    expect(validate(studentForm, {}, DIRECT)).toEqual(all);
    expect(Object.keys(validate(studentForm, {}, DIRECT))).toEqual(Object.keys(all));
  });
});

describe('required on a condition', () => {
  const empty = (answers: Answers) => validate(studentForm, { ...MINIMAL, ...answers }, DIRECT);

  test('postal address Yes requires country, street, city, state, postcode and mobile, not building and flat', () => {
    expect(empty({ hasPostalAddress: 'Yes' })).toEqual(POSTAL);
  });
  test('an English test requires its type, five scores and the date', () => {
    expect(empty({ hasCompletedEnglishTest: 'English test' })).toEqual(ENGLISH_TEST);
  });
  test('qualifications require level, name, recognition, institution and state/country', () => {
    expect(empty({ hasAchievedQualifications: 'Yes' })).toEqual(QUALIFICATION);
  });
  test('having heard via an agent requires the agent in step 4 of the direct form', () => {
    expect(empty({ howDidYouHearAboutUs: 'Agent' })).toEqual(SELECTED_AGENT);
    expect(validateStep(studentForm, 'course', { howDidYouHearAboutUs: 'Agent' }, DIRECT)).toMatchObject(
      SELECTED_AGENT,
    );
    expect(validateStep(studentForm, 'personal', { howDidYouHearAboutUs: 'Agent' }, DIRECT)).not.toHaveProperty(
      'selectedAgent',
    );
  });
  test('the agent variant always requires the agent, in step 1 only', () => {
    for (const howDidYouHearAboutUs of ['Agent', 'Other']) {
      const answers = { ...MINIMAL, howDidYouHearAboutUs };
      expect(validate(studentForm, answers, AGENT)).toEqual(SELECTED_AGENT);
      expect(validateStep(studentForm, 'course', answers, AGENT)).toEqual({});
    }
  });
  test('nothing is required of a language spoken at home', () => {
    expect(empty({ isEnglishMainLanguage: 'No' })).toEqual({});
    expect(empty({ isEnglishMainLanguage: 'No', languageSpokenAtHome: 'Other' })).toEqual({});
  });
});

describe('complete applications', () => {
  test('the minimal one is valid in the direct form', () => {
    expect(validate(studentForm, MINIMAL, DIRECT)).toEqual({});
  });
  test('the maximal one is valid in both variants', () => {
    expect(validate(studentForm, MAXIMAL, DIRECT)).toEqual({});
    expect(validate(studentForm, MAXIMAL, AGENT)).toEqual({});
  });
  test.each(Object.entries(BRANCHES))('the minimal one with the branch %s is valid', (_, answers) => {
    expect(validate(studentForm, { ...MINIMAL, ...answers }, DIRECT)).toEqual({});
  });
});

describe('the form library reads the rules otherwise than the wizard', () => {
  const library = { ...DIRECT, profile: 'form-library' } as const;

  test('birthplace, still attending school, industry and occupation are optional there', () => {
    const wizard = Object.keys(validate(studentForm, {}, DIRECT));
    const inLibrary = Object.keys(validate(studentForm, {}, library));
    expect(wizard.filter((name) => !inLibrary.includes(name))).toEqual([
      'birthplace',
      'isStillAttendingSchool',
      'industryOfEmployment',
      'occupationIdentifier',
    ]);
    expect(inLibrary.filter((name) => !wizard.includes(name))).toEqual([]);
  });
  test('a test date in the future is worded otherwise', () => {
    const answers = { ...MINIMAL, ...BRANCHES.englishTest, engTestDate: '2026-06-16' };
    expect(validate(studentForm, answers, DIRECT)).toEqual({ engTestDate: 'Test date cannot be in the future' });
    expect(validate(studentForm, answers, library)).toEqual({
      engTestDate: 'Test date must be today or in the past',
    });
  });
});
