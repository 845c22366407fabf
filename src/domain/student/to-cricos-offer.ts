import { COURSE } from '../codes/course.ts';
import { DEFAULT_GENDER_CODE, GENDER_CODES } from '../codes/people.ts';
import { addDays, dateIn, isCalendarDate, midnightUtc } from '../form/calendar.ts';
import type { Answers } from '../form/form.ts';
import type { VisibleAnswers } from '../form/visible.ts';
import { ALWAYS, Conditional, type Filled, fill, ListParts, Value } from '../payload/template.ts';
import { answerOrNull, empty, fixed, INSTANT, joined, plainKeys, TEXT, textFrom } from './offer-values.ts';

/** What an offer needs beside the answers. */
export interface OfferFacts {
  readonly offerId: string;
  readonly now: Date;
  /** The start of the course, yyyy-MM-dd, if the answers have none. Default: 30 days ahead. */
  readonly intake?: string;
  /** The college's, for the current year. Default: UTC. */
  readonly timeZone?: string;
}

const OFFER_ID = { matches: /^OFFER_\d{8}_\d{9}$/, like: 'OFFER_20260117_093015123' };

const CURRENT_ADDRESS = { AddressType: fixed('Current'), IsPrimary: fixed(true), ...plainKeys('CurrentAddress') };
/** Null if the postal address is the current one. */
const POSTAL_ADDRESS = new Conditional('object', (answers) => answers.hasPostalAddress === 'Yes', {
  AddressType: fixed('Postal'),
  IsPrimary: fixed(false),
  ...plainKeys('PostalAddress'),
});

/**
 * The offer for the records API (R8.4). Keys with one unchanged answer come from the fields' entries (`offer: 'Suburb'`);
 * constant and computed ones are here.
 */
export const OFFER = {
  OfferId: new Value((_, facts: OfferFacts) => facts.offerId, OFFER_ID),
  TimeStamp: new Value((_, facts: OfferFacts) => facts.now.toISOString(), INSTANT),
  ...plainKeys(''),
  Gender: new Value(genderCode, { oneOf: ['M', 'F', 'X'] }, 'gender'),
  StudentOrigin: fixed('OverseasStudent'),
  ComplianceAndOtherInfo: {
    ...plainKeys('ComplianceAndOtherInfo'),
    VisaType: fixed('Student Visa'),
    VisaNumber: fixed('V0000000'),
    FirstLanguage: textFrom(
      firstLanguage,
      'languageSpokenAtHome',
      'languageSpokenAtHomeOther',
      'isEnglishMainLanguage',
    ),
    StudyReason: fixed('04'),
    SchoolType: fixed('Government'),
    IsDisabled: fixed(false),
  },
  // The published API requires the list, the college's older one the two objects: every offer has both.
  Addresses: new ListParts([CURRENT_ADDRESS, POSTAL_ADDRESS] as const),
  CurrentAddress: CURRENT_ADDRESS,
  PostalAddress: POSTAL_ADDRESS,
  AppliedCourses: new Conditional('list', ALWAYS, {
    CourseId: fixed(COURSE.id),
    CampusId: fixed(COURSE.campusId),
    IntakeDate: new Value(startOfCourse, INSTANT, 'selectedIntake'),
    StartDate: new Value(startOfCourse, INSTANT, 'selectedIntake'),
    FinishDate: new Value(endOfCourse, INSTANT, 'selectedIntake'),
    TuitionFee: fixed(0),
    EnrolmentFee: fixed(0),
    MaterialFee: fixed(0),
    UpfrontFee: fixed(0),
    Status: fixed('Pending'),
  }),
  EmergencyContact: {
    ...plainKeys('EmergencyContact'),
    ContactName: joined('contactGivenName', 'contactFamilyName'),
    Address: joined(
      'contactFlatUnitDetails',
      'contactStreetAddress',
      'contactCityTownSuburb',
      'contactState',
      'contactPostcode',
      'contactCountry',
    ),
  },
  EducationHistoryList: new Conditional('list', (answers) => answers.hasAchievedQualifications === 'Yes', {
    ...plainKeys('EducationHistoryList'),
    YearCompleted: new Value(currentYear, { is: 'number' }),
  }),
  EmploymentHistoryList: empty,
  Disabilities: empty,
  Leads_MarketingCampaign: {
    ...plainKeys('Leads_MarketingCampaign'),
    LeadSource: new Value(leadSource, { oneOf: ['Agent', 'Direct'] }, 'howDidYouHearAboutUs'),
    CampaignName: new Value(
      (answers) => answerOrNull(answers, 'howDidYouHearDetails') ?? 'Website',
      TEXT,
      'howDidYouHearDetails',
    ),
  },
};

export type Offer = Filled<typeof OFFER>;

/** Never throws: missing answers become null. */
export function toCricosOffer(answers: VisibleAnswers, facts: OfferFacts): Offer {
  return fill(OFFER, answers, facts);
}

function genderCode(answers: Answers): 'M' | 'F' | 'X' {
  return GENDER_CODES[answerOrNull(answers, 'gender') ?? ''] ?? DEFAULT_GENDER_CODE;
}

/** English if it is the main language, else the language in words if given, else the choice. */
function firstLanguage(answers: Answers): string | null {
  if (answers.isEnglishMainLanguage === 'Yes') return 'English';
  return answerOrNull(answers, 'languageSpokenAtHomeOther') ?? answerOrNull(answers, 'languageSpokenAtHome');
}

function startOfCourse(answers: Answers, facts: OfferFacts): string {
  return midnightUtc(startDate(answers, facts));
}

/** An intake that is not a date stays unchanged, so that the structure check finds it. */
function endOfCourse(answers: Answers, facts: OfferFacts): string {
  const start = startDate(answers, facts);
  return midnightUtc(isCalendarDate(start) ? addDays(start, COURSE.days) : start);
}

function startDate(answers: Answers, { intake, now, timeZone = 'UTC' }: OfferFacts): string {
  return answerOrNull(answers, 'selectedIntake') ?? intake ?? addDays(dateIn(now, timeZone), COURSE.daysToDefaultStart);
}

/** The form does not ask when a qualification was completed; the current year is sent (R8.13). */
function currentYear(_: Answers, { now, timeZone = 'UTC' }: OfferFacts): number {
  return Number(dateIn(now, timeZone).slice(0, 4));
}

function leadSource(answers: Answers): 'Agent' | 'Direct' {
  return answers.howDidYouHearAboutUs === 'Agent' ? 'Agent' : 'Direct';
}
