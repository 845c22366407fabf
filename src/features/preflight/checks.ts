import { COUNTRIES } from '#domain/codes/countries.ts';
import { COURSE } from '#domain/codes/course.ts';
import { addDays, dateInWords, isCalendarDate, type Today, yearsBefore } from '#domain/form/calendar.ts';
import type { Answers } from '#domain/form/form.ts';
import { differencesOf, formatAnswer } from '#features/passport/compare.ts';
import type { PassportZone } from '#features/passport/zone.ts';
import { closestDomain } from './mail-domains.ts';
import { CALLING_CODES, CITY_COUNTRIES, LIMITS, RULES, type RuleId, SCORES } from './rules.ts';

/** Something to check before an application is sent. It blocks nothing. */
export interface PreflightFinding {
  readonly rule: RuleId;
  /** The field that it is about, or the slot of a document. */
  readonly place: string;
  readonly saw: string;
  readonly why: string;
  /** The answers in `saw`, which must not be translated. */
  readonly verbatim: readonly string[];
}

/** The input of the rules. */
export interface PreflightInput {
  /** Visible answers as they would be sent. */
  readonly answers: Answers;
  readonly today: Today;
  /** Documents with an open note beside them. */
  readonly warned?: readonly { readonly slot: string; readonly label: string }[];
  /** Documents with text in another language, and none in English. */
  readonly foreign?: readonly { readonly slot: string; readonly label: string }[];
  /** The zone of the attached passport, if it was read. */
  readonly passport?: PassportZone | undefined;
}

/** An application as the rules read it. */
interface Application {
  readonly text: (field: string) => string;
  /** A date that exists; undefined for anything else. */
  readonly date: (field: string) => string | undefined;
  /** When the course starts and ends. */
  readonly course: { readonly start: string; readonly end: string } | undefined;
  readonly today: string;
}

type RuleHit = readonly [place: string, rule: RuleId, parts: Readonly<Record<string, string | number>>];
type Check = (application: Application) => readonly RuleHit[];

/** All findings of an application. Pure: the same input on the same day has the same findings. */
export function preflight({
  answers,
  today,
  warned = [],
  foreign = [],
  passport,
}: PreflightInput): readonly PreflightFinding[] {
  const text = (field: string) => (typeof answers[field] === 'boolean' ? '' : String(answers[field] ?? '').trim());
  const date = (field: string) => (isCalendarDate(text(field)) ? text(field) : undefined);
  const start = date('selectedIntake');
  const course = start === undefined ? undefined : { start, end: addDays(start, COURSE.days) };
  const application = { text, date, course, today: today.latest };
  const ofDocuments = warned.map(({ slot, label }): RuleHit => [slot, 'documentWarning', { document: label }]);
  const ofForeign = foreign.map(({ slot, label }): RuleHit => [slot, 'documentForeign', { document: label }]);
  const ofPassport = passport === undefined ? [] : differencesOf(passport, answers).map(toHit);
  return [...ofPassport, ...CHECKS.flatMap((check) => check(application)), ...ofForeign, ...ofDocuments].map(toFinding);
}

const toHit = ({ field, label, value, answer }: ReturnType<typeof differencesOf>[number]): RuleHit => [
  field,
  'passportDiffers',
  { label, read: formatAnswer(field, value), answer: formatAnswer(field, answer) },
];

function toFinding([place, rule, parts]: RuleHit): PreflightFinding {
  const { saw, why } = RULES[rule];
  const filled = (words: string) =>
    words.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(parts[name] ?? whole));
  const verbatim = Object.entries(parts).flatMap(([name, part]) => (ANSWERS.has(name) ? [String(part)] : []));
  return { rule, place, saw: filled(saw), why: filled(why), verbatim };
}

const ANSWERS: ReadonlySet<string> = new Set([
  'name',
  'place',
  'domain',
  'meant',
  'phone',
  'usi',
  'visa',
  'score',
  'read',
  'answer',
]);

/** A date some calendar months later; the last day of the month if it has no such day. */
function addMonths(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0));
  return new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), Math.min(day, last.getUTCDate())))
    .toISOString()
    .slice(0, 10);
}

const passportDates: Check = ({ date, course, today }) => {
  const expiry = date('passportExpiryDate');
  if (expiry === undefined) return [];
  const year = expiry.slice(0, 4);
  if (Number(year) > Number(today.slice(0, 4)) + LIMITS.longestPassportYears) {
    return [['passportExpiryDate', 'passportCalendar', { year }]];
  }
  if (course === undefined || expiry >= addMonths(course.end, LIMITS.monthsAfterCourse)) return [];
  return [['passportExpiryDate', 'passportExpiry', { expiry: dateInWords(expiry), end: dateInWords(course.end) }]];
};

const born: Check = ({ date, course, today, text }) => {
  const birth = date('dateOfBirth');
  if (birth === undefined) return [];
  if (birth < yearsBefore(today, LIMITS.oldestApplicant)) {
    return [['dateOfBirth', 'birthCalendar', { year: birth.slice(0, 4) }]];
  }
  if (course === undefined || birth <= yearsBefore(course.start, LIMITS.adultYears)) return [];
  const age =
    Number(course.start.slice(0, 4)) - Number(birth.slice(0, 4)) - (birth.slice(5) > course.start.slice(5) ? 1 : 0);
  const isGuardian = text('contactType') === 'Guardian';
  return [isGuardian ? ['dateOfBirth', 'underEighteen', { age }] : ['contactType', 'guardianMissing', { age }]];
};

const englishTest: Check = ({ date, text, course }) => {
  const test = date('engTestDate');
  if (test === undefined || course === undefined || test >= yearsBefore(course.start, LIMITS.testYears)) return [];
  if (text('hasCompletedEnglishTest') !== 'English test') return [];
  return [['engTestDate', 'testTooOld', { test: dateInWords(test), start: dateInWords(course.start) }]];
};

const SCORE_FIELDS: readonly (readonly [field: string, label: string])[] = [
  ['listeningScore', 'The listening score'],
  ['readingScore', 'The reading score'],
  ['writingScore', 'The writing score'],
  ['speakingScore', 'The speaking score'],
  ['overallScore', 'The overall score'],
];
const isTest = (type: string): type is keyof typeof SCORES => Object.hasOwn(SCORES, type);

const scores: Check = ({ text }) => {
  const type = text('englishTestType');
  if (!isTest(type)) return [];
  return SCORE_FIELDS.flatMap(([field, label]): readonly RuleHit[] => {
    const score = text(field);
    const { from, to, step } = SCORES[type][field === 'overallScore' ? 'overall' : 'part'];
    const value = Number(score);
    const isPossible = value >= from && value <= to && Number.isInteger(value / step);
    if (score === '' || Number.isNaN(value) || isPossible) return [];
    return [
      [field, 'testScore', { label, score, type, from, to, steps: step === 0.5 ? ' in halves' : ' in whole numbers' }],
    ];
  });
};

const visa: Check = ({ text }) => {
  const type = text('visaType');
  if (text('currentCountry') !== 'Australia' || type === '' || /\bstudent\b|\b500\b/i.test(type)) return [];
  return [['visaType', 'visaInAustralia', { visa: type }]];
};

const USI_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Whether a USI has ten characters of its alphabet and a valid check character (Luhn mod 32). */
export function isPossibleUsi(usi: string): boolean {
  const places = [...usi.toUpperCase()].map((character) => USI_ALPHABET.indexOf(character));
  if (places.length !== 10 || places.includes(-1)) return false;
  const sum = places.reverse().reduce((total, place, index) => {
    const doubled = index % 2 === 1 ? place * 2 : place;
    return total + Math.floor(doubled / 32) + (doubled % 32);
  }, 0);
  return sum % 32 === 0;
}

const usi: Check = ({ text }) =>
  text('usi') === '' || isPossibleUsi(text('usi')) ? [] : [['usi', 'usi', { usi: text('usi') }]];

const lettersOf = (name: string): string => name.replaceAll(/[^\p{L}]/gu, '');
/** Words that belong to the following family name. */
const PARTICLES = /^(?:al|bin|binti|da|de|del|della|den|der|di|do|dos|du|el|ibn|la|le|san|st|ter|van|von|y)\.?$/i;
const NAMES: readonly (readonly [field: string, label: string])[] = [
  ['firstName', 'The first name'],
  ['familyName', 'The family name'],
];

const names: Check = ({ text }) => {
  const [first, family] = [text('firstName'), text('familyName')];
  const single = NAMES.filter(([field]) => text(field) !== '' && lettersOf(text(field)).length < 2);
  const isTwice = first !== '' && first.toLowerCase() === family.toLowerCase();
  const capitals = NAMES.filter(([field]) => isInCapitals(text(field)));
  const words = family.split(/[\s-]+/).filter((word) => word !== '' && !PARTICLES.test(word));
  return [
    ...single.map(([field, label]): RuleHit => [field, 'nameOneLetter', { label, name: text(field) }]),
    ...(isTwice ? [['familyName', 'nameTwice', { name: family }] as const] : []),
    // One finding for the whole name.
    ...capitals.slice(0, 1).map(([field]): RuleHit => [field, 'nameCapitals', { name: `${first} ${family}` }]),
    ...(words.length >= LIMITS.familyNameWords
      ? [['familyName', 'givenNamesInFamily', { count: words.length, name: family }] as const]
      : []),
  ];
};

/** Two letters may be initials, or a name such as 'Ng' in capitals. */
const isInCapitals = (name: string): boolean => lettersOf(name).length > 2 && name === name.toUpperCase();

const digitsOf = (phone: string): string => phone.replaceAll(/\D/g, '').replace(/^0+/, '');

const contact: Check = ({ text }) => {
  const same = (one: string, other: string) =>
    text(one) !== '' && text(one).toLowerCase() === text(other).toLowerCase();
  const isSamePhone = text('contactMobile') !== '' && digitsOf(text('contactMobile')) === digitsOf(text('mobilePhone'));
  const isSameName = same('contactGivenName', 'firstName') && same('contactFamilyName', 'familyName');
  return [
    ...(same('contactEmail', 'email')
      ? [['contactEmail', 'contactIsApplicant', { what: 'e-mail address' }] as const]
      : []),
    ...(isSamePhone ? [['contactMobile', 'contactIsApplicant', { what: 'telephone number' }] as const] : []),
    ...(isSameName ? [['contactGivenName', 'contactIsApplicant', { what: 'name' }] as const] : []),
  ];
};

const MAILBOXES: readonly (readonly [field: string, label: string])[] = [
  ['email', 'The e-mail address'],
  ['contactEmail', "The contact's e-mail address"],
];

const mailboxes: Check = ({ text }) =>
  MAILBOXES.flatMap(([field, label]): readonly RuleHit[] => {
    const domain = text(field).split('@').at(-1)?.toLowerCase() ?? '';
    const meant = text(field).includes('@') ? closestDomain(domain) : undefined;
    return meant === undefined ? [] : [[field, 'emailTypo', { label, domain, meant }]];
  });

const PHONES: readonly (readonly [field: string, label: string])[] = [
  ['mobilePhone', 'The mobile number'],
  ['contactMobile', "The contact's mobile number"],
];

/** Whether a number looks national: it begins with 0, or is short and has no calling code. */
function isNational(phone: string, country: string): boolean {
  if (phone.startsWith('0')) return !phone.startsWith('00');
  const home = CALLING_CODES[country];
  if (home === undefined || phone.length > home[2]) return false;
  const hasCode = Object.values(CALLING_CODES).some(([code, least, most]) => {
    const rest = phone.length - code.length;
    return phone.startsWith(code) && rest >= least && rest <= most;
  });
  return !hasCode;
}

const phones: Check = ({ text }) =>
  PHONES.flatMap(([field, label]): readonly RuleHit[] => {
    const phone = text(field).replaceAll(/\D/g, '');
    const home = (field === 'contactMobile' && text('contactCountry')) || text('currentCountry');
    if (phone === '' || !isNational(phone, home)) return [];
    return [[field, 'phoneCode', { label, phone, code: CALLING_CODES[home]?.[0] ?? '61' }]];
  });

const COUNTRY_NAMES = new Set(COUNTRIES.map(({ value }) => value.toLowerCase()));
const CITIES = new Set(CITY_COUNTRIES.map((name) => name.toLowerCase()));

const birthplace: Check = ({ text }) => {
  const place = text('birthplace').toLowerCase();
  if (!COUNTRY_NAMES.has(place) || CITIES.has(place)) return [];
  return [['birthplace', 'birthplaceIsCountry', { place: text('birthplace') }]];
};

const DAY_MS = 86_400_000;

const intake: Check = ({ course, today }) => {
  if (course === undefined) return [];
  const days = Math.round((Date.parse(course.start) - Date.parse(today)) / DAY_MS);
  if (days < 0 || days >= LIMITS.intakeDays) return [];
  return [['selectedIntake', 'intakeSoon', { start: dateInWords(course.start), days }]];
};

const CHECKS: readonly Check[] = [
  ...[passportDates, born, names, birthplace, visa, usi, mailboxes],
  ...[phones, contact, englishTest, scores, intake],
];
