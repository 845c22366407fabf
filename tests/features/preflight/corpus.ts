import { addDays } from '#domain/form/calendar.ts';
import type { Answers } from '#domain/form/form.ts';
import type { RuleId } from '#features/preflight/rules.ts';
import { zoneOf } from '../../support/passport-photos.ts';
import { documentPages, foreignPages } from './corpus-documents.ts';

/** The day on which the made-up applications are checked. */
export const CORPUS_DAY = '2026-06-15';

export interface MadeUp {
  readonly answers: Answers;
  /** The texts of the pages of the academic qualifications. */
  readonly pages: readonly string[];
  /** The machine-readable zone of the passport, if the applicant let the page read it. */
  readonly zone: readonly [string, string] | undefined;
  /** The planted error, by the rule that should find it; undefined if there is none. */
  readonly planted: RuleId | undefined;
}

/** Random numbers, the same in every run (mulberry32). */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Draw = ReturnType<typeof drawing>;
function drawing(seed: number) {
  const next = chance(seed);
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  const one = <Item>(items: readonly Item[]): Item => {
    const item = items[whole(0, items.length - 1)];
    if (item === undefined) throw new Error('nothing to choose from');
    return item;
  };
  const digits = (count: number) => Array.from({ length: count }, () => whole(0, 9)).join('');
  return { whole, one, digits, date: (from: string, to: string) => addDays(from, whole(0, daysBetween(from, to))) };
}
const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

interface Origin {
  readonly country: string;
  /** The spelling in the country's passports. */
  readonly code: string;
  readonly nationality: string;
  readonly firsts: readonly string[];
  readonly families: readonly string[];
  readonly places: readonly string[];
  /**
   * The first digits of a mobile number without its country code, and the number of further digits; within the country
   * it starts with 0.
   */
  readonly mobile: {
    readonly code: string;
    readonly begins: readonly string[];
    readonly rest: number;
    readonly zero: boolean;
  };
  readonly mail: readonly string[];
}

/** Names as in passports: short ones, double ones, particles, apostrophes. */
const ORIGINS: readonly Origin[] = [
  {
    country: 'China',
    code: 'CHN',
    nationality: 'Chinese',
    firsts: ['Wei', 'Xiaoming', 'Yu', 'Jiayi', 'Zihan', 'Le'],
    families: ['Li', 'Wang', 'Ouyang', 'Zhang', 'Xu', 'He'],
    places: ['Chengdu', 'Shanghai', "Xi'an", 'Qingdao'],
    mobile: { code: '86', begins: ['138', '159', '186', '177'], rest: 8, zero: false },
    mail: ['qq.com', '163.com', '126.com', 'foxmail.com', 'gmail.com', 'outlook.com', 'sina.com'],
  },
  {
    country: 'Vietnam',
    code: 'VNM',
    nationality: 'Vietnamese',
    firsts: ['Thi Mai', 'Van Minh', 'Linh', 'Quoc Anh', 'Thu Ha'],
    families: ['Nguyen', 'Tran', 'Le', 'Pham', 'Vo'],
    places: ['Hanoi', 'Ho Chi Minh City', 'Da Nang', 'Hue'],
    mobile: { code: '84', begins: ['90', '91', '98', '35', '77'], rest: 7, zero: true },
    mail: ['gmail.com', 'yahoo.com.vn', 'outlook.com.vn', 'hcmut.edu.vn', 'icloud.com'],
  },
  {
    country: 'India',
    code: 'IND',
    nationality: 'Indian',
    firsts: ['Arjun', 'Priya', 'Harpreet', 'Mohammed Irfan', 'Lakshmi'],
    families: ['Singh', 'Patel', 'Kaur', 'Krishnan Iyer', "D'Souza"],
    places: ['Mumbai', 'Ludhiana', 'New Delhi', 'Kochi'],
    mobile: { code: '91', begins: ['98', '91', '70', '88', '63'], rest: 8, zero: false },
    mail: ['gmail.com', 'rediffmail.com', 'yahoo.co.in', 'live.in', 'iitb.ac.in', 'zoho.in'],
  },
  {
    country: 'Nepal',
    code: 'NPL',
    nationality: 'Nepalese',
    firsts: ['Sita', 'Bishal', 'Ram Bahadur', 'Anjali'],
    families: ['Thapa', 'Gurung', 'Shrestha', 'Thapa Magar', 'KC'],
    places: ['Kathmandu', 'Pokhara', 'Lalitpur'],
    mobile: { code: '977', begins: ['984', '985', '981'], rest: 7, zero: false },
    mail: ['gmail.com', 'hotmail.com', 'ku.edu.np', 'yahoo.com'],
  },
  {
    country: 'Indonesia',
    code: 'IDN',
    nationality: 'Indonesian',
    firsts: ['Putri', 'Budi', 'Muhammad Rizky', 'Ayu'],
    families: ['Santoso', 'Wijaya', 'Siregar', 'Putra Pratama'],
    places: ['Jakarta', 'Surabaya', 'Denpasar'],
    mobile: { code: '62', begins: ['812', '857', '878'], rest: 8, zero: true },
    mail: ['gmail.com', 'yahoo.co.id', 'ui.ac.id', 'ymail.com'],
  },
  {
    country: 'Colombia',
    code: 'COL',
    nationality: 'Colombian',
    firsts: ['Camila', 'Juan Pablo', 'Maria del Mar', 'Andres'],
    families: ['Garcia Lopez', 'Rodriguez', 'de la Cruz', 'Restrepo Velez', 'Van den Berg'],
    places: ['Bogota', 'Medellin', 'Cali'],
    mobile: { code: '57', begins: ['300', '310', '320'], rest: 7, zero: false },
    mail: ['gmail.com', 'hotmail.es', 'outlook.es', 'unal.edu.co', 'me.com'],
  },
  {
    country: 'Philippines',
    code: 'PHL',
    nationality: 'Filipino',
    firsts: ['Jose', 'Maria Clara', 'Angelo', 'Kristine'],
    families: ['Santos', 'dela Cruz', 'Reyes', 'San Juan', 'Macapagal'],
    places: ['Manila', 'Cebu City', 'Davao'],
    mobile: { code: '63', begins: ['917', '905', '998'], rest: 7, zero: true },
    mail: ['gmail.com', 'yahoo.com.ph', 'up.edu.ph', 'live.com', 'aol.com'],
  },
  {
    country: 'Singapore',
    code: 'SGP',
    nationality: 'Singaporean',
    firsts: ['Hui Min', 'Jun Jie', 'Nur Aisyah', 'Rajesh'],
    families: ['Tan', 'Ng', 'bin Abdullah', 'Pillai'],
    places: ['Singapore'],
    mobile: { code: '65', begins: ['9', '8'], rest: 7, zero: false },
    mail: ['gmail.com', 'singnet.com.sg', 'u.nus.edu', 'fastmail.com'],
  },
];

const RELATIONS = ['Father', 'Mother', 'Uncle', 'Sister', 'Family friend'];
const ELDERS = ['Min', 'Thanh', 'Rajesh', 'Maya', 'Hendra', 'Lucia', 'Ramon', 'Siew'];
const INTAKES = ['2026-08-04', '2026-11-17', '2027-01-13', '2027-04-08'];

const score = (draw: Draw, from: number, to: number, step: number): string =>
  String(from + draw.whole(0, (to - from) / step) * step);

function testAnswers(draw: Draw, intake: string): Answers {
  if (draw.whole(1, 4) === 1) return { hasCompletedEnglishTest: 'ELICOS Training' };
  const type = draw.one(['IELTS', 'IELTS', 'PTE', 'TOEFL']);
  const range = { IELTS: [5, 8.5, 0.5], PTE: [36, 84, 1], TOEFL: [11, 29, 1] }[type] ?? [0, 1, 1];
  const [from = 0, to = 1, step = 1] = range;
  const part = () => score(draw, from, to, step);
  return {
    hasCompletedEnglishTest: 'English test',
    englishTestType: type,
    listeningScore: part(),
    readingScore: part(),
    writingScore: part(),
    speakingScore: part(),
    overallScore: type === 'TOEFL' ? score(draw, 46, 110, 1) : part(),
    engTestDate: draw.date(addDays(intake, -700), addDays(CORPUS_DAY, -14)),
  };
}

function madeUp(draw: Draw): { readonly answers: Answers; readonly origin: Origin } {
  const origin = draw.one(ORIGINS);
  const { code, begins, rest } = origin.mobile;
  const phone = () => code + draw.one(begins) + draw.digits(rest);
  const [firstName, familyName] = [draw.one(origin.firsts), draw.one(origin.families)];
  const isInAustralia = draw.whole(1, 4) === 1;
  const intake = draw.one(INTAKES);
  const mailbox = (name: string) =>
    `${name.toLowerCase().replaceAll(/[^a-z]/g, '')}${draw.digits(2)}@${draw.one(origin.mail)}`;
  const elder = draw.one(ELDERS);
  const answers: Answers = {
    title: 'Ms',
    firstName,
    familyName,
    gender: 'Female',
    dateOfBirth: draw.date('1978-01-01', '2008-01-01'),
    email: mailbox(`${firstName}${familyName}`),
    birthplace: draw.one(origin.places),
    countryOfBirth: origin.country,
    nationality: origin.nationality,
    passportNumber: `E${draw.digits(8)}`,
    passportExpiryDate: draw.date('2029-02-01', '2036-05-01'),
    currentCountry: isInAustralia ? 'Australia' : origin.country,
    visaType: isInAustralia ? 'Student Visa' : draw.one(['No visa yet', 'Student Visa', 'Visitor Visa']),
    ...(isInAustralia && draw.whole(1, 2) === 1 ? { usi: draw.one(USIS) } : {}),
    mobilePhone: isInAustralia ? `614${draw.digits(8)}` : phone(),
    contactType: draw.one(['Guardian', 'Emergency']),
    relationship: draw.one(RELATIONS),
    contactGivenName: elder,
    contactFamilyName: draw.whole(1, 3) === 1 ? draw.one(origin.families) : familyName,
    contactEmail: mailbox(`${elder}family`),
    // Some relatives live elsewhere.
    contactMobile: draw.whole(1, 8) === 1 ? abroad(draw) : phone(),
    ...testAnswers(draw, intake),
    selectedIntake: intake,
  };
  return { answers, origin };
}

/** From the register's published examples. */
const USIS = ['BNGH7C75FN'];
/** Relatives abroad: Dubai, London, Berlin, New York, Doha. */
const ABROAD: readonly (readonly [begins: string, rest: number])[] = [
  ['97150', 7],
  ['447', 9],
  ['4917', 8],
  ['1917', 7],
  ['9745', 7],
];

function abroad(draw: Draw): string {
  const [begins, rest] = draw.one(ABROAD);
  return begins + draw.digits(rest);
}

type Plant = readonly [rule: RuleId, plant: (draw: Draw, answers: Answers, origin: Origin) => Answers];

const textOf = (answers: Answers, field: string) => String(answers[field] ?? '');

/** A typing error in one of the common mail domains. */
function slip(draw: Draw, domain: string): string {
  const at = draw.whole(1, domain.indexOf('.') - 2);
  const [before, letter, after] = [domain.slice(0, at), domain[at] ?? '', domain.slice(at + 1)];
  return draw.one([
    before + after,
    before + letter + letter + after,
    before + draw.one(['s', 'n', 'k', 'w']) + after,
    before + (after[0] ?? '') + letter + after.slice(1),
    domain.replace(/\.com$/, draw.one(['.con', '.cmo', '.vom'])),
  ]);
}

const ielts = (more: Answers): Answers => ({
  hasCompletedEnglishTest: 'English test',
  englishTestType: 'IELTS',
  listeningScore: '6.5',
  readingScore: '6',
  writingScore: '6',
  speakingScore: '7',
  overallScore: '6.5',
  engTestDate: '2026-02-14',
  ...more,
});

const PLANTS: readonly Plant[] = [
  [
    'passportExpiry',
    (draw, { selectedIntake }) => ({ passportExpiryDate: addDays(String(selectedIntake), draw.whole(10, 455)) }),
  ],
  [
    'passportExpiry',
    (draw, { selectedIntake }) => ({ passportExpiryDate: addDays(String(selectedIntake), draw.whole(465, 640)) }),
  ],
  ['passportCalendar', (draw) => ({ passportExpiryDate: `${draw.whole(2572, 2578)}-05-11` })],
  ['passportCalendar', (draw) => ({ passportExpiryDate: `${draw.whole(2086, 2092)}-02-03` })],
  ['birthCalendar', (draw) => ({ dateOfBirth: `${draw.whole(1910, 1929)}-09-09` })],
  [
    'testTooOld',
    (draw, { selectedIntake }) => ielts({ engTestDate: addDays(String(selectedIntake), -draw.whole(735, 1500)) }),
  ],
  ['testScore', (draw) => ielts({ overallScore: draw.one(['6.3', '65', '6.25', '9.5', '75']) })],
  [
    'testScore',
    (draw) =>
      ielts({
        englishTestType: 'PTE',
        overallScore: '58',
        readingScore: '60',
        speakingScore: '51',
        writingScore: draw.one(['6.5', '95', '9']),
        listeningScore: '57',
      }),
  ],
  [
    'testScore',
    (draw) =>
      ielts({
        englishTestType: 'TOEFL',
        overallScore: '88',
        speakingScore: draw.one(['31', '88', '220']),
        readingScore: '20',
        listeningScore: '21',
        writingScore: '24',
      }),
  ],
  ['underEighteen', (draw) => ({ dateOfBirth: draw.date('2009-06-01', '2011-12-31'), contactType: 'Guardian' })],
  ['guardianMissing', (draw) => ({ dateOfBirth: draw.date('2009-06-01', '2011-12-31'), contactType: 'Emergency' })],
  [
    'visaInAustralia',
    (draw) => ({
      currentCountry: 'Australia',
      visaType: draw.one(['Visitor Visa', 'Working Holiday Visa', 'Bridging Visa', 'No visa yet']),
      mobilePhone: '61412345678',
    }),
  ],
  ['usi', (draw) => ({ usi: draw.one(['BNGH7C75FM', 'BNGH7C57FN', 'BNGH7C75F0', 'BNGH7C75FNA', 'BNHG7C75FN']) })],
  ['nameOneLetter', (draw) => ({ familyName: draw.one(['A.', 'K.', "O'"]) })],
  ['nameTwice', (_draw, { firstName }) => ({ familyName: String(firstName) })],
  [
    'nameCapitals',
    (_draw, answers) => ({ firstName: `${textOf(answers, 'firstName')} Maria`.toUpperCase(), familyName: 'SHARMA' }),
  ],
  [
    'givenNamesInFamily',
    (draw) => ({
      familyName: draw.one(['Nguyen Thi Mai Linh', 'Juan Carlos Perez', 'Kumar Rajesh Sharma', 'Siti Nur Halima']),
    }),
  ],
  ['contactIsApplicant', (_draw, { email }) => ({ contactEmail: String(email).toUpperCase() })],
  ['contactIsApplicant', (_draw, { mobilePhone }) => ({ contactMobile: String(mobilePhone) })],
  [
    'contactIsApplicant',
    (_draw, { firstName, familyName }) => ({
      contactGivenName: String(firstName),
      contactFamilyName: String(familyName),
    }),
  ],
  [
    'emailTypo',
    (draw) => ({
      email: `linh.tran@${slip(draw, draw.one(['gmail.com', 'hotmail.com', 'yahoo.com', 'outlook.com']))}`,
    }),
  ],
  [
    'emailTypo',
    (draw) => ({ contactEmail: `mother@${slip(draw, draw.one(['gmail.com', 'icloud.com', 'outlook.com']))}` }),
  ],
  [
    'phoneCode',
    (draw, _answers, { country, mobile: { begins, rest, zero } }) => ({
      currentCountry: country,
      visaType: 'No visa yet',
      mobilePhone: `${zero ? '0' : ''}${draw.one(begins)}${draw.digits(rest)}`,
    }),
  ],
  [
    'phoneCode',
    (draw) => ({ currentCountry: 'Australia', visaType: 'Student Visa', mobilePhone: `04${draw.digits(8)}` }),
  ],
  [
    'birthplaceIsCountry',
    (draw, _answers, { country }) => ({
      birthplace: country === 'Singapore' ? 'Malaysia' : draw.one([country, country.toUpperCase()]),
    }),
  ],
  ['intakeSoon', (draw) => ({ selectedIntake: addDays(CORPUS_DAY, draw.whole(1, 27)) })],
  // The passport is right: its zone is made from the earlier answers.
  ['passportDiffers', (_draw, answers) => ({ passportNumber: withSwappedDigits(textOf(answers, 'passportNumber')) })],
  ['passportDiffers', (draw, { dateOfBirth }) => ({ dateOfBirth: addDays(String(dateOfBirth), -draw.whole(1, 60)) })],
  [
    'passportDiffers',
    (draw, { passportExpiryDate }) => ({ passportExpiryDate: addDays(String(passportExpiryDate), draw.whole(1, 31)) }),
  ],
  [
    'passportDiffers',
    (draw, _answers, { country }) => ({
      nationality: draw.one(ORIGINS.filter((other) => other.country !== country)).nationality,
    }),
  ],
  ['documentForeign', () => ({})],
  ['documentForeign', () => ({})],
];

/** Swaps two different neighbouring characters, a common typing error. */
function withSwappedDigits(number: string): string {
  const at = [...number].findIndex(
    (digit, index) => index > 0 && index < number.length - 1 && digit !== number[index + 1],
  );
  return number.slice(0, at) + (number[at + 1] ?? '') + (number[at] ?? '') + number.slice(at + 2);
}

/** Years of another calendar: this applicant did not let the page compare the passport. */
const WITHOUT_ZONE: ReadonlySet<RuleId> = new Set(['passportCalendar', 'birthCalendar']);

function zoneOfAnswers(answers: Answers, { code }: Origin): readonly [string, string] {
  const short = (field: string) => textOf(answers, field).slice(2).replaceAll('-', '');
  const { lines } = zoneOf({
    issuer: code,
    family: textOf(answers, 'familyName').toUpperCase(),
    given: textOf(answers, 'firstName').toUpperCase(),
    number: textOf(answers, 'passportNumber'),
    born: short('dateOfBirth'),
    sex: 'F',
    expires: short('passportExpiryDate'),
  });
  return lines;
}

/** Makes this many applications, every other one with an error; all kinds of errors are equally frequent. */
export function makeCorpus(count: number, seed = 20_260_615): readonly MadeUp[] {
  return Array.from({ length: count }, (_, index): MadeUp => {
    const draw = drawing(seed + index * 7919);
    const { answers, origin } = madeUp(draw);
    const pages = documentPages(draw, origin.country);
    if (index % 2 === 0) return { answers, pages, zone: zoneOfAnswers(answers, origin), planted: undefined };
    const [rule, plant] = PLANTS[((index - 1) / 2) % PLANTS.length] ?? [];
    if (rule === undefined || plant === undefined) throw new Error('no plant');
    const all = { ...answers, ...plant(draw, answers, origin) };
    const said = rule === 'passportDiffers' ? answers : all;
    return {
      answers: all,
      pages: rule === 'documentForeign' ? foreignPages(draw, origin.country) : pages,
      zone: WITHOUT_ZONE.has(rule) ? undefined : zoneOfAnswers(said, origin),
      planted: rule,
    };
  });
}
