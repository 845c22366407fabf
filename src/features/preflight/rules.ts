/*
 * What the page says about an application before it is sent: the words, the source of each rule, and when that source was
 * last read. A college edits this file, and writes the date when it has read a source itself. checks.ts decides when a
 * rule applies. Parts in braces are filled in.
 */

/** The rule was not compared with its source, or has none. */
const NOT_CHECKED = 'not checked';

/** The texts of one rule. */
export interface PreflightRule {
  /** What was found. */
  readonly saw: string;
  /** Why it matters, and what to do. */
  readonly why: string;
  readonly source: string;
  /** When the source was last read and contained the rule, yyyy-MM-dd. */
  readonly checked: `${number}-${number}-${number}` | typeof NOT_CHECKED;
}

const PRACTICE = 'Practice of admissions offices; no document';
/** From a stored copy of the fact sheet (24 January 2018), not from the instrument, which may have changed since. */
const CODE_2018 =
  'National Code of Practice for Providers of Education and Training to Overseas Students 2018, Standard 5: its fact sheet';

export const RULES = {
  passportExpiry: {
    saw: 'The passport expires on {expiry}. The course ends on {end}.',
    why: 'The passport should be valid until the end of the course and six months more. Ask whether you can renew it now.',
    source: PRACTICE,
    checked: NOT_CHECKED,
  },
  passportCalendar: {
    saw: 'The passport expires in {year}.',
    why: 'Passports are valid for ten years at most. Is this year of another calendar?',
    source: 'ICAO Doc 9303; passports with a longer validity are not known',
    checked: NOT_CHECKED,
  },
  passportDiffers: {
    saw: '{label}: the passport says {read}, the answer is {answer}.',
    why: 'The college compares the application with the passport. Which of the two is right?',
    source: 'ICAO Doc 9303 parts 3 and 4: machine-readable zone and check digits',
    checked: '2026-11-27',
  },
  birthCalendar: {
    saw: 'The year of birth is {year}.',
    why: 'This is unusual for an applicant. Is the year right, and is it of the calendar that Australia uses?',
    source: PRACTICE,
    checked: NOT_CHECKED,
  },
  testTooOld: {
    saw: 'The English test is of {test}. The course starts on {start}.',
    why: 'English test results are valid for two years. The college may ask for a new test.',
    source:
      'IELTS: takeielts.britishcouncil.org, "Test Report Form", says "a recommended period of two years". PTE and TOEFL: not read',
    checked: '2026-11-27',
  },
  testScore: {
    saw: '{label} is {score}. {type} has scores from {from} to {to}{steps}.',
    why: 'This score is not possible. Compare it with the test report.',
    source:
      'Score scales of IELTS (0 to 9 in halves), PTE Academic (10 to 90), TOEFL iBT (sections 0 to 30, overall 0 to 120). Of these only the page of the British Council on IELTS was read',
    checked: NOT_CHECKED,
  },
  underEighteen: {
    saw: 'The student is {age} years old when the course starts.',
    why: 'The college must know who looks after a student under 18. It will ask about welfare arrangements.',
    source: CODE_2018,
    checked: '2026-11-27',
  },
  guardianMissing: {
    saw: 'The student is {age} years old when the course starts, and the contact is not a guardian.',
    why: 'For a student under 18 the college needs a parent or legal guardian as the contact.',
    source: CODE_2018,
    checked: NOT_CHECKED,
  },
  visaInAustralia: {
    saw: 'The student is in Australia, and the visa is "{visa}".',
    why: 'To start this course the student needs a visa that allows study. Say if you hold a student visa or have asked for one.',
    source: PRACTICE,
    checked: NOT_CHECKED,
  },
  usi: {
    saw: 'The USI is {usi}.',
    why: 'This is not a possible USI: at least one character is wrong. Copy it from your USI account.',
    source: 'Check character of the Unique Student Identifier (Luhn mod 32 without 0, 1, I and O)',
    checked: '2026-11-27',
  },
  nameOneLetter: {
    saw: '{label} is "{name}".',
    why: 'This is one letter. Write the name as it is in the passport.',
    source: PRACTICE,
    checked: NOT_CHECKED,
  },
  nameTwice: {
    saw: 'First name and family name are both "{name}".',
    why: 'If the passport has only one name, the college can help you to write it. Compare with the passport.',
    source: PRACTICE,
    checked: NOT_CHECKED,
  },
  nameCapitals: {
    saw: 'The name is in capitals: "{name}".',
    why: 'The offer letter will show it so. Write it as in a letter, for example "Wei Zhang".',
    source: PRACTICE,
    checked: NOT_CHECKED,
  },
  givenNamesInFamily: {
    saw: 'The family name has {count} words: "{name}".',
    why: 'Are given names among them? Given names belong into "First name" and "Middle name".',
    source: PRACTICE,
    checked: NOT_CHECKED,
  },
  contactIsApplicant: {
    saw: 'The emergency contact has the same {what} as the student.',
    why: 'In an emergency the college must reach another person.',
    source: PRACTICE,
    checked: NOT_CHECKED,
  },
  emailTypo: {
    saw: '{label} ends in "{domain}". Do you mean "{meant}"?',
    why: 'With a wrong address no message of the college arrives.',
    source: PRACTICE,
    checked: NOT_CHECKED,
  },
  phoneCode: {
    saw: '{label} is {phone}. It seems to have no country code.',
    why: 'The college calls from Australia. Write the country code first, for example {code}.',
    source: 'ITU-T E.164',
    checked: NOT_CHECKED,
  },
  birthplaceIsCountry: {
    saw: 'The birthplace is "{place}", which is a country.',
    why: 'The birthplace is a town or city. Write it as in the passport.',
    source: PRACTICE,
    checked: NOT_CHECKED,
  },
  intakeSoon: {
    saw: 'The course starts on {start}, in {days} days.',
    why: 'A student visa takes several weeks. Is there time enough, or is a later intake better?',
    source: PRACTICE,
    checked: NOT_CHECKED,
  },
  documentForeign: {
    saw: 'The text of {document} does not seem to be in English.',
    why: 'Add a certified translation: combine it with the original in one PDF, and attach that.',
    source: PRACTICE,
    checked: NOT_CHECKED,
  },
  documentWarning: {
    saw: 'A note stands beside {document}.',
    why: 'A page may be empty, hard to read or upside down. Look at the note, and attach the document again if it is right.',
    source: PRACTICE,
    checked: NOT_CHECKED,
  },
} as const satisfies Readonly<Record<string, PreflightRule>>;

export type RuleId = keyof typeof RULES;

/** The limits in the rules. */
export const LIMITS = {
  monthsAfterCourse: 6,
  longestPassportYears: 12,
  oldestApplicant: 70,
  testYears: 2,
  adultYears: 18,
  intakeDays: 28,
  familyNameWords: 3,
} as const;

/** The possible scores of each test; `overall` if it differs from the parts. */
export const SCORES = {
  IELTS: { part: { from: 0, to: 9, step: 0.5 }, overall: { from: 0, to: 9, step: 0.5 } },
  PTE: { part: { from: 10, to: 90, step: 1 }, overall: { from: 10, to: 90, step: 1 } },
  TOEFL: { part: { from: 0, to: 30, step: 0.5 }, overall: { from: 0, to: 120, step: 0.5 } },
} as const;

/** Common mail domains: a domain that differs by one typing error is probably one of these. */
export const MAIL_DOMAINS: readonly string[] = [
  ...['gmail.com', 'yahoo.com', 'hotmail.com', 'outlook.com', 'icloud.com', 'live.com', 'msn.com', 'foxmail.com'],
  ...['protonmail.com', 'naver.com', 'yandex.com', 'rediffmail.com'],
];
/** Real domains that look like a typing error of one above. */
export const OTHER_DOMAINS: readonly string[] = [
  ...['ymail.com', 'gmx.com', 'mail.com', 'email.com', 'me.com', 'aol.com', 'hey.com', 'line.com', 'zoho.com'],
];

/** Countries with the name of a city, so that a birthplace may have the same name. */
export const CITY_COUNTRIES: readonly string[] = [
  ...[
    'Singapore',
    'Hong Kong',
    'Macao',
    'Monaco',
    'Gibraltar',
    'Djibouti',
    'Luxembourg',
    'San Marino',
    'Panama',
    'Jersey',
  ],
  ...[
    'Guatemala',
    'Kuwait',
    'Mexico',
    'Algeria',
    'Tunisia',
    'Georgia',
    'Jordan',
    'Chad',
    'Dominica',
    'Grenada',
    'Lebanon',
  ],
];

/** Of the countries that most applicants come from: the calling code, and how many digits a mobile number has after it. */
export const CALLING_CODES: Readonly<Record<string, readonly [code: string, least: number, most: number]>> = {
  Australia: ['61', 9, 9],
  Bangladesh: ['880', 10, 10],
  Bhutan: ['975', 8, 8],
  Brazil: ['55', 10, 11],
  Cambodia: ['855', 8, 9],
  China: ['86', 11, 11],
  Colombia: ['57', 10, 10],
  'Hong Kong': ['852', 8, 8],
  India: ['91', 10, 10],
  Indonesia: ['62', 9, 12],
  Japan: ['81', 10, 10],
  Kenya: ['254', 9, 9],
  Malaysia: ['60', 9, 10],
  Mongolia: ['976', 8, 8],
  Myanmar: ['95', 8, 10],
  Nepal: ['977', 10, 10],
  'New Zealand': ['64', 8, 10],
  Pakistan: ['92', 10, 10],
  Philippines: ['63', 10, 10],
  Singapore: ['65', 8, 8],
  'Saudi Arabia': ['966', 9, 9],
  'South Korea': ['82', 9, 10],
  'Sri Lanka': ['94', 9, 9],
  Taiwan: ['886', 9, 9],
  Thailand: ['66', 9, 9],
  'United Arab Emirates': ['971', 9, 9],
  'United Kingdom': ['44', 10, 10],
  Vietnam: ['84', 9, 9],
};
