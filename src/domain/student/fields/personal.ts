import { VISA_TYPES } from '../../codes/classifications.ts';
import { COUNTRIES } from '../../codes/countries.ts';
import { NATIONALITIES } from '../../codes/nationalities.ts';
import { GENDERS, TITLES } from '../../codes/people.ts';
import { defineFields } from '../../form/define-fields.ts';
import { EMAIL, ENGLISH } from '../../form/shared-rules.ts';

/**
 * The agent selector, in step 1 of the agent variant and step 4 of the direct one (R2.36). Its answer is 'agent
 * name|country'; any such pair is valid, since the list changes.
 */
export const agentSelector = {
  kind: 'agent',
  label: 'Agent',
  autoComplete: 'off',
  required: 'Please select an agent',
  rules: [{ test: 'nameAndCountry', message: 'Invalid agent selection format' }],
} as const;

/** Names of one letter exist, but the specification fixes the minimum length and its message. */
const ONE_LETTER = 'If your name is one letter, put a full stop after it.';

/** Step 1: Personal Information. */
export const personal = defineFields('personal', {
  selectedAgent: {
    ...agentSelector,
    section: 'agent-selection',
    when: { field: 'variant', is: 'agent' },
  },
  title: {
    kind: 'select',
    section: 'personal-information',
    label: 'Title',
    autoComplete: 'honorific-prefix',
    options: TITLES,
    required: 'Please select your title',
    offer: 'Title',
  },
  firstName: {
    kind: 'text',
    section: 'personal-information',
    label: 'First name',
    help: 'Write it as in your passport. Only one name in your passport? Write it here and as the family name.',
    autoComplete: 'given-name',
    width: 'half',
    required: 'Please enter your first name',
    rules: [
      ENGLISH,
      { test: 'minLength', limit: 2, message: 'First name must be at least 2 characters', help: ONE_LETTER },
      { test: 'maxLength', limit: 50, message: 'First name cannot exceed 50 characters' },
    ],
    offer: 'FirstName',
  },
  middleName: {
    kind: 'text',
    section: 'personal-information',
    label: 'Middle name',
    autoComplete: 'additional-name',
    width: 'half',
    optional: true,
    rules: [ENGLISH, { test: 'maxLength', limit: 50, message: 'Middle name cannot exceed 50 characters' }],
    offer: 'MiddleName',
  },
  familyName: {
    kind: 'text',
    section: 'personal-information',
    label: 'Family name',
    help: 'Write it as in your passport. Only one name in your passport? Write it here and as the first name.',
    autoComplete: 'family-name',
    width: 'half',
    required: 'Please enter your family name',
    rules: [
      ENGLISH,
      { test: 'minLength', limit: 2, message: 'Family name must be at least 2 characters', help: ONE_LETTER },
      { test: 'maxLength', limit: 50, message: 'Family name cannot exceed 50 characters' },
    ],
    offer: 'LastName',
  },
  preferredName: {
    kind: 'text',
    section: 'personal-information',
    label: 'Preferred name',
    help: 'The name you like to be called',
    autoComplete: 'nickname',
    width: 'half',
    optional: true,
    rules: [ENGLISH, { test: 'maxLength', limit: 50, message: 'Preferred name cannot exceed 50 characters' }],
    offer: 'PreferredName',
  },
  gender: {
    kind: 'radio',
    section: 'personal-information',
    label: 'Gender',
    autoComplete: 'sex',
    options: GENDERS,
    required: 'Please select your gender',
    offer: 'Gender',
  },
  dateOfBirth: {
    kind: 'date',
    section: 'personal-information',
    label: 'Date of birth',
    autoComplete: 'bday',
    required: 'Please select your date of birth',
    rules: [
      { test: 'notInFuture', message: 'Date of Birth cannot be in the future' },
      { test: 'yearsAgo', limit: 10, message: 'Date of Birth must be at least 10 years ago' },
    ],
    offer: 'DoB',
  },
  email: {
    kind: 'text',
    section: 'personal-information',
    label: 'Email address',
    autoComplete: 'email',
    inputMode: 'email',
    required: 'Please enter your email address',
    rules: [EMAIL],
    offer: 'Email',
  },
  birthplace: {
    kind: 'text',
    section: 'personal-information',
    label: 'Birthplace',
    help: 'The city or town where you were born',
    autoComplete: 'section-birth address-level2',
    required: 'Please enter your birthplace',
    requiredWhen: { field: 'profile', is: 'wizard' },
    rules: [ENGLISH],
    offer: 'Birthplace',
  },
  countryOfBirth: {
    kind: 'select',
    section: 'personal-information',
    label: 'Country of birth',
    // Not the country of the address: browsers ignore 'off', but respect a separate section.
    autoComplete: 'section-birth country-name',
    options: COUNTRIES,
    required: 'Please select your country of birth',
    offer: 'ComplianceAndOtherInfo.CountryBirth',
  },
  nationality: {
    kind: 'select',
    section: 'personal-information',
    label: 'Nationality',
    autoComplete: 'off',
    options: NATIONALITIES,
    required: 'Please select your nationality',
    offer: 'ComplianceAndOtherInfo.Nationality',
  },
  passportNumber: {
    kind: 'text',
    section: 'passport-and-visa',
    label: 'Passport number',
    autoComplete: 'off',
    capitals: true,
    width: 'half',
    required: 'Please enter your passport number',
    rules: [ENGLISH],
    offer: 'ComplianceAndOtherInfo.PassportNumber',
  },
  passportExpiryDate: {
    kind: 'date',
    section: 'passport-and-visa',
    label: 'Passport expiry date',
    autoComplete: 'off',
    width: 'half',
    required: 'Please select passport expiry date',
    rules: [{ test: 'inFuture', message: 'Passport expiry date must be in the future' }],
    offer: 'ComplianceAndOtherInfo.PassportExpiryDate',
  },
  visaType: {
    kind: 'select',
    section: 'passport-and-visa',
    label: 'Visa type/status',
    help: 'Which visa do you have, or will you apply for?',
    autoComplete: 'off',
    options: VISA_TYPES,
    optionsFrom: 'visaTypes',
    required: 'Please select your visa type/status',
  },
  usi: {
    kind: 'text',
    section: 'passport-and-visa',
    label: 'Unique Student Identifier (USI)',
    help: 'Most people do not have a USI yet. If you do not have one, leave this empty.',
    autoComplete: 'off',
    capitals: true,
    optional: true,
    rules: [ENGLISH, { test: 'minLength', limit: 10, message: 'USI must be at least 10 characters' }],
    offer: 'ComplianceAndOtherInfo.USI',
  },
});
