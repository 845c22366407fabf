import { COUNTRIES } from '../codes/countries.ts';
import { choices, defineFields } from '../form/define-fields.ts';
import type { Form } from '../form/form.ts';
import type { Rule } from '../form/rules.ts';
import { EMAIL, ENGLISH } from '../form/shared-rules.ts';

/**
 * Wrong check digits of an ACN or ABN are only a warning: the specification has no rule for them, and an agency abroad may
 * have no number of the Australian register. With `{}` here the form refuses them.
 */
const CHECK_DIGITS_SAY: Pick<Rule, 'advice'> = { advice: true };

const ACN = 'Please enter a valid ACN';
const ABN = 'Please enter a valid ABN';
const CHECK_ACN = 'This ACN looks wrong. Please check the numbers.';
const CHECK_ABN = 'This ABN looks wrong. Please check the numbers.';

const agency = { section: 'agency-information', kind: 'text' } as const;
const contact = { section: 'contact-information', kind: 'text', inputMode: 'email', rules: [EMAIL] } as const;
const address = { section: 'address-information', kind: 'text', rules: [ENGLISH] } as const;
const business = { section: 'business-information', kind: 'text', autoComplete: 'off', inputMode: 'numeric' } as const;

const agencyFields = defineFields('agency', {
  agencyName: {
    ...agency,
    label: 'Agency name',
    autoComplete: 'organization',
    required: 'Please enter agency name',
    rules: [ENGLISH],
  },
  contactPerson: {
    ...agency,
    label: 'Contact person',
    autoComplete: 'name',
    width: 'half',
    required: 'Please enter contact person',
    rules: [ENGLISH],
  },
  tel: {
    ...agency,
    label: 'Telephone',
    autoComplete: 'tel',
    inputMode: 'tel',
    width: 'half',
    required: 'Please enter telephone number',
    rules: [{ test: 'telephone', message: 'Please enter a valid telephone number' }],
  },
  primaryEmail: { ...contact, label: 'Primary email', autoComplete: 'email', required: 'Please enter primary email' },
  alternateEmail: { ...contact, label: 'Alternate email', autoComplete: 'section-alternate email', optional: true },
  address: { ...address, label: 'Address', autoComplete: 'street-address', required: 'Please enter address' },
  cityTownSuburb: {
    ...address,
    label: 'City, town or suburb',
    autoComplete: 'address-level2',
    required: 'Please enter city/town/suburb',
  },
  stateProvince: {
    ...address,
    label: 'State or province',
    autoComplete: 'address-level1',
    width: 'half',
    required: 'Please enter state/province',
  },
  postcode: {
    ...address,
    label: 'Postcode',
    autoComplete: 'postal-code',
    width: 'half',
    required: 'Please enter postcode',
  },
  country: {
    kind: 'select',
    section: 'address-information',
    label: 'Country',
    autoComplete: 'country-name',
    options: COUNTRIES,
    required: 'Please select country',
  },
  acn: {
    ...business,
    label: 'ACN',
    help: 'Australian Company Number: 9 digits',
    width: 'half',
    optional: true,
    rules: [
      { test: 'digitCount', limit: 9, message: ACN },
      { test: 'acnCheckDigit', message: CHECK_ACN, ...CHECK_DIGITS_SAY },
    ],
  },
  abn: {
    ...business,
    label: 'ABN',
    help: 'Australian Business Number: 11 digits',
    width: 'half',
    optional: true,
    rules: [
      { test: 'digitCount', limit: 11, message: ABN },
      { test: 'abnCheckDigits', message: CHECK_ABN, ...CHECK_DIGITS_SAY },
    ],
  },
  targetRecruitmentCountry: {
    kind: 'select',
    section: 'business-information',
    label: 'Target recruitment country',
    options: choices(
      'China',
      'India',
      'Vietnam',
      'Nepal',
      'Bangladesh',
      'Philippines',
      'Sri Lanka',
      'Indonesia',
      'Thailand',
      'Malaysia',
      'Korea',
      'Japan',
      'Brazil',
      'Colombia',
      'Other',
    ),
    required: 'Please select target recruitment country',
  },
  agentApplicationId: {
    kind: 'hidden',
    section: 'agency-information',
    label: 'Application ID',
    required: 'Please reload the page for an Application ID',
    rules: [{ test: 'agentApplicationId', message: 'Please reload the page for an Application ID' }],
  },
  formType: {
    kind: 'hidden',
    section: 'agency-information',
    label: 'Form type',
    options: choices('agent-application'),
    optional: true,
  },
});

/** The agency application (R2.27, R3.16); its one document is `AGENT_INTRODUCTION`. */
export const agencyForm: Form = {
  id: 'agent-application',
  steps: [{ id: 'agency', title: 'New Agent Application Form' }],
  sections: [
    { id: 'agency-information', step: 'agency', title: 'Agency Information' },
    { id: 'contact-information', step: 'agency', title: 'Contact Information' },
    { id: 'address-information', step: 'agency', title: 'Address Information' },
    { id: 'business-information', step: 'agency', title: 'Business Information' },
  ],
  fields: Object.values(agencyFields),
};

const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/**
 * A new Application ID: AGT-{year}-{6 random uppercase characters}-{last 6 digits of the timestamp} (R3.17). `random`
 * works like Math.random.
 */
export function agentApplicationId(now: Date, random: () => number): string {
  const characters = Array.from({ length: 6 }, () => CHARACTERS[Math.floor(random() * CHARACTERS.length)]);
  return `AGT-${now.getFullYear()}-${characters.join('')}-${String(now.getTime()).slice(-6)}`;
}
