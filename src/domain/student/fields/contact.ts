import { address } from '../../form/address.ts';
import { choices, defineFields, YES_OR_NO } from '../../form/define-fields.ts';
import { EMAIL, ENGLISH, MOBILE } from '../../form/shared-rules.ts';

const mobile = {
  kind: 'text',
  help: 'Country code first, numbers only. Example: 9779812345678',
  inputMode: 'tel',
  required: 'Please enter your mobile phone number',
  rules: [MOBILE],
} as const;
const isPostal = { field: 'hasPostalAddress', is: 'Yes' } as const;
const emergency = { section: 'emergency-contact' } as const;
/** Browsers must not autofill the student here. They ignore 'off', but respect a separate section. */
const OTHER_PERSON = 'section-emergency';

const required = {
  country: 'Please select country',
  streetNumber: 'Please enter street number',
  streetName: 'Please enter street name',
  suburb: 'Please enter city/town/suburb',
  state: 'Please enter state',
  postcode: 'Please enter postcode',
} as const;

const currentAddress = address({
  section: 'current-address',
  required: { ...required, country: 'Please select your country' },
  offer: 'CurrentAddress',
  names: {
    country: 'currentCountry',
    building: 'buildingPropertyName',
    flat: 'flatUnitDetails',
    streetNumber: 'streetNumber',
    streetName: 'streetName',
    suburb: 'cityTownSuburb',
    state: 'state',
    postcode: 'postcode',
  },
});
const postalAddress = address({
  section: 'postal-address',
  when: isPostal,
  labelled: 'Postal',
  autoComplete: 'section-postal',
  required,
  offer: 'PostalAddress',
  names: {
    country: 'postalCountry',
    building: 'postalBuildingPropertyName',
    flat: 'postalFlatUnitDetails',
    streetNumber: 'postalStreetNumber',
    streetName: 'postalStreetName',
    suburb: 'postalCityTownSuburb',
    state: 'postalState',
    postcode: 'postalPostcode',
  },
});
const contactAddress = address({
  section: 'emergency-contact',
  labelled: 'Contact',
  autoComplete: OTHER_PERSON,
  names: {
    flat: 'contactFlatUnitDetails',
    street: 'contactStreetAddress',
    suburb: 'contactCityTownSuburb',
    state: 'contactState',
    postcode: 'contactPostcode',
    country: 'contactCountry',
  },
});

/** Step 2: Contact Details. */
export const contact = defineFields('contact', {
  ...currentAddress,
  mobilePhone: {
    ...mobile,
    section: 'current-address',
    label: 'Mobile phone number',
    autoComplete: 'tel',
    offer: 'CurrentAddress.Mobile',
  },
  hasPostalAddress: {
    section: 'current-address',
    kind: 'radio',
    label: 'Do you have a different postal address?',
    options: YES_OR_NO,
    required: 'Please select if you have a different postal address',
  },
  ...postalAddress,
  postalMobilePhone: {
    ...mobile,
    section: 'postal-address',
    when: isPostal,
    label: 'Postal mobile phone number',
    autoComplete: 'section-postal tel',
    offer: 'PostalAddress.Mobile',
  },
  contactType: {
    ...emergency,
    kind: 'radio',
    label: 'Contact type',
    help: 'Guardian: if you are under 18. Emergency: a person we can call.',
    options: choices('Guardian', 'Emergency'),
    required: 'Please select contact type',
    offer: 'EmergencyContact.ContactType',
  },
  relationship: {
    ...emergency,
    kind: 'text',
    label: 'Relationship to you',
    help: 'For example mother or uncle',
    required: 'Please enter relationship',
    rules: [ENGLISH],
    offer: 'EmergencyContact.Relationship',
  },
  contactGivenName: {
    ...emergency,
    kind: 'text',
    label: 'Contact given name',
    autoComplete: `${OTHER_PERSON} given-name`,
    width: 'half',
    required: 'Please enter contact given name',
    rules: [ENGLISH],
  },
  contactFamilyName: {
    ...emergency,
    kind: 'text',
    label: 'Contact family name',
    autoComplete: `${OTHER_PERSON} family-name`,
    width: 'half',
    required: 'Please enter contact family name',
    rules: [ENGLISH],
  },
  contactEmail: {
    ...emergency,
    kind: 'text',
    label: 'Contact email',
    help: 'This person has no e-mail? Write your own e-mail address.',
    autoComplete: `${OTHER_PERSON} email`,
    inputMode: 'email',
    required: 'Please enter contact email',
    rules: [EMAIL],
    offer: 'EmergencyContact.Email',
  },
  contactMobile: {
    ...emergency,
    kind: 'text',
    label: 'Contact mobile number',
    autoComplete: `${OTHER_PERSON} tel`,
    help: 'Country code first, numbers only. Example: 9779812345678',
    inputMode: 'tel',
    required: 'Please enter contact mobile number',
    rules: [{ test: 'digits', message: 'Please enter a valid mobile number' }],
    offer: 'EmergencyContact.Phone',
  },
  ...contactAddress,
  contactPostcode: {
    ...contactAddress.contactPostcode,
    rules: [{ test: 'digits', message: 'Please enter a valid postcode (numbers only)' }],
  },
  contactLanguagesSpoken: {
    ...emergency,
    kind: 'text',
    label: 'Languages the contact speaks',
    optional: true,
    rules: [ENGLISH],
    offer: 'EmergencyContact.LanguagesSpoken',
  },
});
