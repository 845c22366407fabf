import {
  LANGUAGE_NOT_SPECIFIED,
  RECORDS_COUNTRIES,
  RECORDS_LANGUAGES,
  RECORDS_NATIONALITIES,
} from '../codes/records-names.ts';
import { yearsBefore } from '../form/calendar.ts';
import type { VisibleAnswers } from '../form/visible.ts';
import { answerOrNull } from './offer-values.ts';
import type { Offer } from './to-cricos-offer.ts';

/** The format of an offer's values: that of our specification, or that of the published records API. */
export type RecordsDialect = 'spec' | 'rtomanager';

/** Fees of the applied course, in the currency of the records. */
export interface Fees {
  readonly tuition: number;
  readonly enrolment: number;
  readonly material: number;
  readonly upfront: number;
}

export const NO_FEES: Fees = { tuition: 0, enrolment: 0, material: 0, upfront: 0 };

/** What the server knows about the records API. */
export interface RecordsFacts {
  readonly dialect: RecordsDialect;
  readonly fees: Fees;
  /** The visa types that the records API lists now; empty if its list could not be fetched. */
  readonly visaTypes: readonly string[];
  /** The intakes that the records API lists now: start date (yyyy-MM-dd) to IntakeDate as the API wrote it. */
  readonly intakeDates: ReadonlyMap<string, string>;
}

/** What a dialect needs beside the offer. */
export interface DialectFacts extends RecordsFacts {
  /** The answers that the offer was made of. */
  readonly answers: VisibleAnswers;
  /** The college's date when the application was taken, yyyy-MM-dd. */
  readonly today: string;
}

/** One value of the offer that the dialect changes. */
interface DialectLine {
  /** Path of the key; `[]` means every entry of a list. */
  readonly key: string;
  /** The source of this requirement. */
  readonly source: string;
  /** The value to send. `value` is that of the specification, `entry` the object that contains it. */
  readonly write: (value: unknown, facts: DialectFacts, entry: Readonly<Record<string, unknown>>) => unknown;
}

const MODEL = 'resource model ModelStudentOfferV1';
const COUNTRY_LIST = "the product's country list and its public form";
const CLIENT = 'a public client of the API, late 2025';

const renamed = (names: ReadonlyMap<string, string>) => (value: unknown) => names.get(String(value)) ?? value;
const withoutCode =
  (...codes: readonly string[]) =>
  (value: unknown) =>
    codes.includes(String(value)) ? null : value;

/** The dialect of the published records API. Other values stay as the specification has them. */
export const RTOMANAGER: readonly DialectLine[] = [
  { key: 'Title', source: `EnumTitle, ${CLIENT}`, write: (value) => (value === 'Not Specified' ? 'Undefined' : value) },
  { key: 'LastName', source: `${MODEL}: a person with one name`, write: lastName },
  { key: 'StudentOrigin', source: `EnumOrigin, ${CLIENT}`, write: studentOrigin },
  { key: 'ComplianceAndOtherInfo.CountryBirth', source: COUNTRY_LIST, write: renamed(RECORDS_COUNTRIES) },
  { key: 'ComplianceAndOtherInfo.Nationality', source: COUNTRY_LIST, write: renamed(RECORDS_NATIONALITIES) },
  { key: 'ComplianceAndOtherInfo.VisaType', source: `${MODEL}: one of VisaStatuses`, write: visaType },
  { key: 'ComplianceAndOtherInfo.VisaNumber', source: `${MODEL}: not required`, write: () => null },
  { key: 'ComplianceAndOtherInfo.FirstLanguage', source: `${MODEL}: required; names: ${CLIENT}`, write: firstLanguage },
  {
    key: 'ComplianceAndOtherInfo.IndustryEmployment',
    source: `IndustryOfEmployments has no @@, ${CLIENT}`,
    write: withoutCode('@@'),
  },
  {
    key: 'ComplianceAndOtherInfo.OccupationCode',
    source: `OccupationCodes has neither @@ nor 109, ${CLIENT}`,
    write: withoutCode('@@', '109'),
  },
  { key: 'Addresses[].Country', source: COUNTRY_LIST, write: renamed(RECORDS_COUNTRIES) },
  {
    key: 'Addresses[].IsPrimary',
    source: 'resource model AddressV1: a postal address is always primary',
    write: () => true,
  },
  { key: 'CurrentAddress.Country', source: COUNTRY_LIST, write: renamed(RECORDS_COUNTRIES) },
  { key: 'PostalAddress.Country', source: COUNTRY_LIST, write: renamed(RECORDS_COUNTRIES) },
  { key: 'AppliedCourses[].IntakeDate', source: `${CLIENT}: sent back as CourseIntakes wrote it`, write: intakeDate },
  {
    key: 'EmergencyContact.ContactType',
    source: 'resource model EmergencyContactV1: Guardian is for children',
    write: contactType,
  },
  {
    key: 'Leads_MarketingCampaign.CampaignName',
    source: 'resource model MarketingCampaignV1: a new name is added to the list of the college',
    write: () => 'Website',
  },
];

/**
 * The offer for the records API: in its dialect, with the college's fees. It is a copy; the workflow gets the values of
 * the specification.
 *
 * @param offer in the format of the specification
 */
export function toRecordsOffer(offer: Offer, facts: DialectFacts): object {
  const written: Record<string, unknown> = {
    ...copied(offer),
    AppliedCourses: coursesWithFees(offer, facts.fees),
  };
  if (facts.dialect === 'spec') return written;
  for (const { key, write } of RTOMANAGER) {
    const names = key.split('.');
    const last = names.pop() ?? '';
    const entries = names.reduce<readonly unknown[]>(
      (found, name) => found.flatMap((one) => inside(one, name)),
      [written],
    );
    for (const entry of entries.filter(isObject)) entry[last] = write(entry[last], facts, entry);
  }
  return written;
}

/** Limits the upfront fee to the tuition, since the records API refuses a higher one. */
function coursesWithFees(
  { AppliedCourses }: Offer,
  { tuition, enrolment, material, upfront }: Fees,
): readonly object[] {
  const fees = {
    TuitionFee: tuition,
    EnrolmentFee: enrolment,
    MaterialFee: material,
    UpfrontFee: Math.min(upfront, tuition),
  };
  return AppliedCourses.map((course) => ({ ...course, ...fees }));
}

/** A deep copy. */
function copied<Json>(json: Json): Json {
  return JSON.parse(JSON.stringify(json));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of a key; the entries of the list for 'name[]'. */
function inside(value: unknown, name: string): readonly unknown[] {
  const found = isObject(value) ? value[name.replace('[]', '')] : undefined;
  return Array.isArray(found) ? found : [found];
}

/** A person with only one name must write it twice, since both fields are required. */
function lastName(value: unknown, _: DialectFacts, { FirstName }: Readonly<Record<string, unknown>>): unknown {
  const isSame = String(value).trim().toLowerCase() === String(FirstName).trim().toLowerCase();
  return isSame ? '.' : value;
}

function studentOrigin(_: unknown, { answers }: DialectFacts): string {
  return answerOrNull(answers, 'currentCountry') === 'Australia' ? 'OverseasStudentInAustralia' : 'OverseasStudent';
}

function visaType(value: unknown, { answers, visaTypes }: DialectFacts): unknown {
  const chosen = answerOrNull(answers, 'visaType');
  return chosen !== null && visaTypes.includes(chosen) ? chosen : value;
}

function firstLanguage(value: unknown): unknown {
  return value === null ? LANGUAGE_NOT_SPECIFIED : (RECORDS_LANGUAGES.get(String(value)) ?? value);
}

function intakeDate(value: unknown, { intakeDates }: DialectFacts): unknown {
  return intakeDates.get(String(value).slice(0, 10)) ?? value;
}

function contactType(value: unknown, { answers, today }: DialectFacts): unknown {
  const birth = answerOrNull(answers, 'dateOfBirth');
  return birth !== null && birth <= yearsBefore(today, ADULT_YEARS) ? 'Emergency' : value;
}

const ADULT_YEARS = 18;
