import { COURSE } from '../codes/course.ts';
import { DEFAULT_GENDER_CODE, GENDER_CODES } from '../codes/people.ts';
import { addDays, isCalendarDate, midnightUtc } from '../form/calendar.ts';
import type { Answers } from '../form/form.ts';
import { dateIn } from '../form/wall-clock.ts';
import { Conditional, type Filled, fill, Value } from '../payload/template.ts';
import { date, fixed, flag, given, isInstant, isText, joined, score, text, textFrom } from './offer-values.ts';

/** What an offer needs beside the answers. */
export interface OfferFacts {
  readonly offerId: string;
  readonly now: Date;
  /** The start of the course, yyyy-MM-dd, where the answers have none; 30 days ahead when absent too. */
  readonly intake?: string;
  /** The college's, for what year it is; UTC when absent. */
  readonly timeZone?: string;
}

/**
 * The offer that the records API takes, key by key (spec §3 "Offer payload", contract §5). Another college's names
 * are changed here and nowhere else.
 */
export const OFFER = {
  OfferId: new Value((_, facts: OfferFacts) => facts.offerId, isText),
  TimeStamp: new Value((_, facts: OfferFacts) => facts.now.toISOString(), isInstant),
  Title: text('title'),
  FirstName: text('firstName'),
  MiddleName: text('middleName'),
  LastName: text('familyName'),
  PreferredName: text('preferredName'),
  Gender: new Value(genderCode, (value) => value === 'M' || value === 'F' || value === 'X', 'gender'),
  DoB: date('dateOfBirth'),
  Email: text('email'),
  Birthplace: text('birthplace'),
  StudentOrigin: fixed('OverseasStudent'),
  ComplianceAndOtherInfo: {
    CountryBirth: text('countryOfBirth'),
    Nationality: text('nationality'),
    PassportNumber: text('passportNumber'),
    PassportExpiryDate: date('passportExpiryDate'),
    VisaType: fixed('Student Visa'),
    VisaNumber: fixed('V0000000'),
    FirstLanguage: textFrom(
      firstLanguage,
      'languageSpokenAtHome',
      'languageSpokenAtHomeOther',
      'isEnglishMainLanguage',
    ),
    StudyReason: fixed('04'),
    CurrentEmployStatus: text('currentEmploymentStatus'),
    IndustryEmployment: text('industryOfEmployment'),
    OccupationCode: text('occupationIdentifier'),
    USI: text('usi'),
    IsAboriginal: flag('isAboriginal'),
    IsTorresStraitIslander: flag('isTorresStraitIslander'),
    IsEngLanguageInClass: flag('wasEnglishInstructionLanguage'),
    EngTestType: text('englishTestType'),
    EngTestDate: date('engTestDate'),
    EngTestListeningScore: score('listeningScore'),
    EngTestReadingScore: score('readingScore'),
    EngTestWritingScore: score('writingScore'),
    EngTestSpeakingScore: score('speakingScore'),
    EngTestOverallScore: score('overallScore'),
    HighSchoolLevel: text('highestSchoolLevel'),
    IsStillAtHighSchool: flag('isStillAttendingSchool'),
    SchoolType: fixed('Government'),
    IsDisabled: fixed(false),
  },
  CurrentAddress: {
    AddressType: fixed('Current'),
    IsPrimary: fixed(true),
    BuildingName: text('buildingPropertyName'),
    FlatUnitDetail: text('flatUnitDetails'),
    StreetNumber: text('streetNumber'),
    StreetName: text('streetName'),
    Suburb: text('cityTownSuburb'),
    State: text('state'),
    Postcode: text('postcode'),
    Country: text('currentCountry'),
    Mobile: text('mobilePhone'),
  },
  PostalAddress: new Conditional('object', (answers) => answers.hasPostalAddress === 'Yes', {
    AddressType: fixed('Postal'),
    IsPrimary: fixed(false),
    BuildingName: text('postalBuildingPropertyName'),
    FlatUnitDetail: text('postalFlatUnitDetails'),
    StreetNumber: text('postalStreetNumber'),
    StreetName: text('postalStreetName'),
    Suburb: text('postalCityTownSuburb'),
    State: text('postalState'),
    Postcode: text('postalPostcode'),
    Country: text('postalCountry'),
    Mobile: text('postalMobilePhone'),
  }),
  AppliedCourses: new Conditional('list', () => true, {
    CourseId: fixed(COURSE.id),
    CampusId: fixed(COURSE.campusId),
    IntakeDate: new Value(startOfCourse, isInstant, 'selectedIntake'),
    StartDate: new Value(startOfCourse, isInstant, 'selectedIntake'),
    FinishDate: new Value(endOfCourse, isInstant, 'selectedIntake'),
    TuitionFee: fixed(0),
    EnrolmentFee: fixed(0),
    MaterialFee: fixed(0),
    UpfrontFee: fixed(0),
    Status: fixed('Pending'),
  }),
  EmergencyContact: {
    ContactType: text('contactType'),
    Relationship: text('relationship'),
    ContactName: joined('contactGivenName', 'contactFamilyName'),
    Address: joined(
      'contactFlatUnitDetails',
      'contactStreetAddress',
      'contactCityTownSuburb',
      'contactState',
      'contactPostcode',
      'contactCountry',
    ),
    Phone: text('contactMobile'),
    Email: text('contactEmail'),
    LanguagesSpoken: text('contactLanguagesSpoken'),
  },
  EducationHistoryList: new Conditional('list', (answers) => answers.hasAchievedQualifications === 'Yes', {
    QualificationName: text('qualificationName'),
    InstituteName: text('institutionName'),
    InstituteLocation: text('stateCountry'),
    YearCompleted: new Value(currentYear, (value) => Number.isInteger(value)),
    EducationLevelCode: text('qualificationLevel'),
    AchievementRecognitionCode: text('qualificationRecognition'),
  }),
  EmploymentHistoryList: fixed([]),
  Disabilities: fixed([]),
  Leads_MarketingCampaign: {
    KnowFrom: text('howDidYouHearAboutUs'),
    LeadSource: new Value(leadSource, (value) => value === 'Agent' || value === 'Direct', 'howDidYouHearAboutUs'),
    CampaignName: textFrom((answers) => given(answers, 'howDidYouHearDetails') ?? 'Website', 'howDidYouHearDetails'),
  },
};

export type Offer = Filled<typeof OFFER>;

/**
 * The offer of an application. `answers` are its visible answers (`visibleAnswers`), so that nothing hidden leaves;
 * the mapping is total: answers that are missing become null.
 */
export function toOffer(answers: Answers, facts: OfferFacts): Offer {
  return fill(OFFER, answers, facts);
}

function genderCode(answers: Answers): 'M' | 'F' | 'X' {
  return GENDER_CODES[given(answers, 'gender') ?? ''] ?? DEFAULT_GENDER_CODE;
}

/** English where it is the main language, else the words where they were asked and given, else the choice. */
function firstLanguage(answers: Answers): string | null {
  if (answers.isEnglishMainLanguage === 'Yes') return 'English';
  return given(answers, 'languageSpokenAtHomeOther') ?? given(answers, 'languageSpokenAtHome');
}

function startOfCourse(answers: Answers, facts: OfferFacts): string {
  return midnightUtc(startDate(answers, facts));
}

/** An intake that is no date stays one, for the structure check to find. */
function endOfCourse(answers: Answers, facts: OfferFacts): string {
  const start = startDate(answers, facts);
  return midnightUtc(isCalendarDate(start) ? addDays(start, COURSE.days) : start);
}

function startDate(answers: Answers, { intake, now, timeZone = 'UTC' }: OfferFacts): string {
  return given(answers, 'selectedIntake') ?? intake ?? addDays(dateIn(now, timeZone), COURSE.daysToDefaultStart);
}

/** The year a qualification was completed is not asked; the current one stands for it (spec §3). */
function currentYear(_: Answers, { now, timeZone = 'UTC' }: OfferFacts): number {
  return Number(dateIn(now, timeZone).slice(0, 4));
}

function leadSource(answers: Answers): 'Agent' | 'Direct' {
  return answers.howDidYouHearAboutUs === 'Agent' ? 'Agent' : 'Direct';
}
