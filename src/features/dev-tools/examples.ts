import { visibleAnswers } from '#domain/form/visible.ts';
import { studentForm } from '#domain/student/form.ts';
import { toCricosOffer } from '#domain/student/to-cricos-offer.ts';
import { toWorkflow } from '#domain/student/to-workflow.ts';

/** An invented application. */
const ANSWERS = {
  title: 'Ms',
  firstName: 'Linh',
  familyName: 'Tran',
  gender: 'Female',
  dateOfBirth: '2001-05-17',
  email: 'linh.tran@example.com',
  birthplace: 'Hue',
  countryOfBirth: 'Vietnam',
  nationality: 'Vietnamese',
  passportNumber: 'C1234567',
  passportExpiryDate: '2031-03-01',
  visaType: 'Student Visa',
  currentCountry: 'Australia',
  flatUnitDetails: 'Unit 4',
  streetNumber: '12',
  streetName: 'Drummond Street',
  cityTownSuburb: 'Carlton',
  state: 'VIC',
  postcode: '3053',
  mobilePhone: '0412345678',
  hasPostalAddress: 'No',
  contactType: 'Guardian',
  relationship: 'Mother',
  contactGivenName: 'Mai',
  contactFamilyName: 'Nguyen',
  contactEmail: 'mai.nguyen@example.com',
  contactMobile: '0905123456',
  contactStreetAddress: '8 Le Loi',
  contactCityTownSuburb: 'Hue',
  contactPostcode: '530000',
  contactCountry: 'Vietnam',
  contactLanguagesSpoken: 'Vietnamese',
  isAboriginal: 'No',
  isTorresStraitIslander: 'No',
  isEnglishMainLanguage: 'No',
  languageSpokenAtHome: 'Vietnamese',
  wasEnglishInstructionLanguage: 'No',
  hasCompletedEnglishTest: 'English test',
  englishTestType: 'IELTS',
  listeningScore: '6.5',
  readingScore: '6',
  writingScore: '6',
  speakingScore: '6.5',
  overallScore: '6.5',
  engTestDate: '2025-11-08',
  highestSchoolLevel: '12',
  isStillAttendingSchool: 'No',
  hasAchievedQualifications: 'Yes',
  qualificationLevel: '420',
  qualificationName: 'Diploma of Carpentry',
  qualificationRecognition: 'I',
  institutionName: 'Hue Industrial College',
  stateCountry: 'Vietnam',
  currentEmploymentStatus: '01',
  industryOfEmployment: 'E',
  occupationIdentifier: '3',
  howDidYouHearAboutUs: 'Other',
  selectedIntake: '2026-04-08',
};

const NOW = new Date('2026-01-16T22:30:15.123Z');
const answers = visibleAnswers(studentForm, ANSWERS, { today: { earliest: '2026-01-17', latest: '2026-01-17' } });

export const VALID_EXAMPLE_OFFER = toCricosOffer(answers, { offerId: 'OFFER_20260117_093015123', now: NOW });

export const VALID_EXAMPLE = toWorkflow(VALID_EXAMPLE_OFFER, answers, {
  submissionId: '3f6f1a52-7c1e-4f0e-9a55-0f8f6c8f2b11',
  submittedAt: NOW.toISOString(),
});

const { LastName: _missing, ...withoutLastName } = VALID_EXAMPLE;

/** With the usual mistakes: a missing name, a date in words, a score as text, No for false, an unknown key. */
export const INVALID_EXAMPLE = {
  ...withoutLastName,
  DoB: '17 May 2001',
  ComplianceAndOtherInfo: {
    ...VALID_EXAMPLE.ComplianceAndOtherInfo,
    IsAboriginal: 'No',
    EngTestOverallScore: '6.5',
    PassportNumber: '',
  },
  AppliedCourses: [],
  FavouriteColour: 'green',
};
