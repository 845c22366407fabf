import { COURSE } from '../codes/course.ts';
import { LANGUAGES } from '../codes/languages.ts';
import { address } from '../form/address.ts';
import type { Today } from '../form/calendar.ts';
import { choices, defineFields, type ValuesOf } from '../form/define-fields.ts';
import type { Form, Option } from '../form/form.ts';
import { ENGLISH, MOBILE } from '../form/shared-rules.ts';
import { personal } from '../student/fields/personal.ts';

const applicant = { section: 'applicant' } as const;
const passport = { section: 'passport' } as const;
const phone = {
  section: 'address',
  kind: 'text',
  help: 'Country code first, numbers only. Example: 9779812345678',
  inputMode: 'tel',
  rules: [MOBILE],
} as const;
const route = { section: 'student-type' } as const;
const study = { section: 'study' } as const;

/** Named like the student automation flow's fields. Personal questions are those of the student application. */
const shortFields = defineFields('short', {
  studentType: {
    ...route,
    kind: 'radio',
    label: 'Student type',
    options: choices('International', 'Domestic'),
    required: 'Please select student type',
  },
  selectedAgent: {
    ...route,
    kind: 'agent',
    label: 'Agent',
    optional: true,
    rules: [{ test: 'nameAndCountry', message: 'Invalid agent selection format' }],
  },
  firstName: { ...personal.firstName, ...applicant },
  middleName: { ...personal.middleName, ...applicant },
  familyName: { ...personal.familyName, ...applicant },
  preferredName: { ...personal.preferredName, ...applicant },
  gender: { ...personal.gender, ...applicant },
  dateOfBirth: { ...personal.dateOfBirth, ...applicant },
  email: { ...personal.email, ...applicant },
  birthplace: {
    ...applicant,
    kind: 'text',
    label: 'Birthplace',
    autoComplete: 'section-birth address-level2',
    optional: true,
    rules: [ENGLISH],
  },
  countryOfBirth: { ...personal.countryOfBirth, ...applicant },
  nationality: { ...personal.nationality, ...applicant },
  languageInHome: {
    ...applicant,
    kind: 'select',
    label: 'Language spoken at home',
    options: LANGUAGES,
    optional: true,
  },
  passportNumber: { ...personal.passportNumber, ...passport },
  passportExpiryDate: { ...personal.passportExpiryDate, ...passport },
  visaNumber: {
    ...passport,
    kind: 'text',
    label: 'Visa number',
    capitals: true,
    width: 'half',
    optional: true,
    rules: [ENGLISH],
  },
  visaExpiryDate: { ...passport, kind: 'date', label: 'Visa expiry date', width: 'half', optional: true },
  ...address({
    section: 'address',
    required: { country: 'Please select your country' },
    names: {
      country: 'country',
      building: 'buildingName',
      flat: 'flatDetails',
      streetNumber: 'streetNumber',
      streetName: 'streetName',
      suburb: 'cityTownSuburb',
      state: 'state',
      postcode: 'postcode',
    },
  }),
  homePhone: { ...phone, label: 'Home phone number', autoComplete: 'section-home tel', width: 'half', optional: true },
  workPhone: { ...phone, label: 'Work phone number', autoComplete: 'section-work tel', width: 'half', optional: true },
  mobilePhone: {
    ...phone,
    label: 'Mobile phone number',
    autoComplete: 'tel',
    required: 'Please enter your mobile phone number',
  },
  intakeYear: {
    ...study,
    kind: 'select',
    label: 'Intake year',
    optionsFrom: 'intakeYears',
    required: 'Please select intake year',
    rules: [{ test: 'thisYearOrNext', message: 'Please select intake year' }],
  },
  course: {
    ...study,
    kind: 'select',
    label: 'Course',
    options: [{ value: COURSE.id, label: `${COURSE.id} - ${COURSE.name}` }],
    required: 'Please select course',
  },
  preferredStudyPeriod: {
    ...study,
    kind: 'select',
    label: 'Preferred study period',
    options: choices('January', 'April', 'August', 'November'),
    optional: true,
  },
  agreeToTerms: {
    ...study,
    kind: 'checkbox',
    label: 'I agree to the enrolment terms and conditions.',
    optional: true,
  },
  formType: { ...study, kind: 'hidden', label: 'Form type', options: choices('short-application'), optional: true },
});

export type ShortValues = ValuesOf<typeof shortFields>;

/** The short application of the student automation flow (R3.18). */
export const shortForm: Form = {
  id: 'short-application',
  steps: [{ id: 'short', title: 'Short Application' }],
  sections: [
    { id: 'student-type', step: 'short', title: 'Student Type' },
    { id: 'applicant', step: 'short', title: 'Personal Information' },
    { id: 'passport', step: 'short', title: 'Passport and Visa' },
    { id: 'address', step: 'short', title: 'Contact Details' },
    { id: 'study', step: 'short', title: 'Course Selection' },
  ],
  fields: Object.values(shortFields),
};

/** The years to choose from: this one and the next, in the visitor's time zone. */
export function intakeYears({ latest }: Today): readonly Option[] {
  const year = Number(latest.slice(0, 4));
  return [year, year + 1].map((value) => ({ value: String(value), label: String(value) }));
}
