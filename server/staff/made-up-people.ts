import { addDays, yearsBefore } from '#domain/form/calendar.ts';
import type { Answers, Variant } from '#domain/form/form.ts';

interface MadeUpPerson {
  readonly what: string;
  readonly variant: Variant;
  readonly answers: Answers;
}

/** Uses reserved domains and numbers, and no USI, so that no register is queried. */
const adult = (today: string): Answers => ({
  title: 'Ms',
  firstName: 'Testina',
  familyName: 'Example',
  gender: 'Female',
  dateOfBirth: yearsBefore(today, 25),
  email: 'testina.example@mail.example',
  birthplace: 'Chengdu',
  countryOfBirth: 'China',
  nationality: 'Chinese',
  passportNumber: 'X00000000',
  passportExpiryDate: addDays(today, 1500),
  visaType: 'Student Visa',
  currentCountry: 'China',
  streetNumber: '1',
  streetName: 'Example Street',
  cityTownSuburb: 'Chengdu',
  state: 'Sichuan',
  postcode: '610000',
  mobilePhone: '8600000000000',
  hasPostalAddress: 'No',
  contactType: 'Emergency',
  relationship: 'Father',
  contactGivenName: 'Testo',
  contactFamilyName: 'Example',
  contactEmail: 'testo.example@mail.example',
  contactMobile: '8600000000000',
  isAboriginal: 'No',
  isTorresStraitIslander: 'No',
  isEnglishMainLanguage: 'No',
  languageSpokenAtHome: 'Mandarin',
  wasEnglishInstructionLanguage: 'No',
  hasCompletedEnglishTest: 'ELICOS Training',
  highestSchoolLevel: '12',
  isStillAttendingSchool: 'No',
  hasAchievedQualifications: 'No',
  currentEmploymentStatus: '01',
  industryOfEmployment: 'E',
  occupationIdentifier: '3',
  howDidYouHearAboutUs: 'Other',
  selectedIntake: addDays(today, 90),
  agreeToTerms: true,
});

/** Invented people for test offers to the records API; `today` is yyyy-MM-dd. */
export function madeUpPeople(today: string): readonly MadeUpPerson[] {
  const base = adult(today);
  const person = (what: string, changes: Answers, variant: Variant = 'direct') => ({
    what,
    variant,
    answers: { ...base, ...changes },
  });
  return [
    person('an adult', {}),
    person('a person with one name', { firstName: 'Testina', familyName: 'Testina' }),
    person('a minor with a guardian', { dateOfBirth: yearsBefore(today, 16), contactType: 'Guardian' }),
    person('a person with a postal address', {
      hasPostalAddress: 'Yes',
      postalCountry: 'Vietnam',
      postalStreetNumber: '2',
      postalStreetName: 'Example Road',
      postalCityTownSuburb: 'Hanoi',
      postalState: 'Hanoi',
      postalPostcode: '10000',
      postalMobilePhone: '84000000000',
    }),
    person('a person with an agent', { howDidYouHearAboutUs: 'Agent', selectedAgent: 'Example Agency|China' }, 'agent'),
    person('a person who specified little', {
      title: 'Not Specified',
      languageSpokenAtHome: '',
      currentEmploymentStatus: '@@',
      industryOfEmployment: '@@',
      occupationIdentifier: '@@',
    }),
  ];
}
