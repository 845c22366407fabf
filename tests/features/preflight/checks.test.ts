import { describe, expect, test } from 'vitest';
import { isPossibleUsi, preflight } from '#features/preflight/checks.ts';
import { closestDomain } from '#features/preflight/mail-domains.ts';
import { RULES } from '#features/preflight/rules.ts';

const today = { earliest: '2026-06-15', latest: '2026-06-15' };
/** An application that has nothing to ask about. Its course is from 13 January 2027 to 19 April 2028. */
const FINE = {
  firstName: 'Wei',
  familyName: 'Zhang',
  dateOfBirth: '2001-05-17',
  email: 'wei.zhang@mail.example',
  birthplace: 'Chengdu',
  passportExpiryDate: '2030-02-28',
  visaType: 'No visa yet',
  currentCountry: 'China',
  mobilePhone: '8613812345678',
  contactType: 'Emergency',
  contactGivenName: 'Gang',
  contactFamilyName: 'Liu',
  contactEmail: 'gang.liu@mail.example',
  contactMobile: '8613912345678',
  hasCompletedEnglishTest: 'English test',
  englishTestType: 'IELTS',
  listeningScore: '6.5',
  readingScore: '7',
  writingScore: '5.5',
  speakingScore: '6',
  overallScore: '6.5',
  engTestDate: '2026-03-01',
  selectedIntake: '2027-01-13',
};
const found = (changes: object) =>
  preflight({ answers: { ...FINE, ...changes }, today }).map(({ rule, place }) => `${rule} ${place}`);

test('an application in order has no finding, and neither has an empty one', () => {
  expect(found({})).toEqual([]);
  expect(preflight({ answers: {}, today })).toEqual([]);
});

describe.each([
  ['a passport that expires six months after the course', { passportExpiryDate: '2028-10-19' }, []],
  [
    'a passport that expires a day earlier',
    { passportExpiryDate: '2028-10-18' },
    ['passportExpiry passportExpiryDate'],
  ],
  ['a passport that expires in 2570', { passportExpiryDate: '2570-01-01' }, ['passportCalendar passportExpiryDate']],
  ['a birth in 1925', { dateOfBirth: '1925-01-01' }, ['birthCalendar dateOfBirth']],
  ['18 years old on the first day', { dateOfBirth: '2009-01-13' }, []],
  ['18 a day later, without a guardian', { dateOfBirth: '2009-01-14' }, ['guardianMissing contactType']],
  [
    '18 a day later, with a guardian',
    { dateOfBirth: '2009-01-14', contactType: 'Guardian' },
    ['underEighteen dateOfBirth'],
  ],
  ['a test of two years before the first day', { engTestDate: '2025-01-13' }, []],
  ['a test of a day earlier', { engTestDate: '2025-01-12' }, ['testTooOld engTestDate']],
  ['IELTS in quarters', { overallScore: '6.25' }, ['testScore overallScore']],
  ['IELTS 9', { overallScore: '9', listeningScore: '0' }, []],
  ['IELTS 9.5', { overallScore: '9.5' }, ['testScore overallScore']],
  [
    'PTE below 10',
    {
      englishTestType: 'PTE',
      listeningScore: '50',
      readingScore: '9',
      writingScore: '10',
      speakingScore: '90',
      overallScore: '60',
    },
    ['testScore readingScore'],
  ],
  [
    'TOEFL sections to 30, overall to 120',
    {
      englishTestType: 'TOEFL',
      listeningScore: '30',
      readingScore: '0',
      writingScore: '22',
      speakingScore: '31',
      overallScore: '120',
    },
    ['testScore speakingScore'],
  ],
  [
    'a visitor in Australia',
    { currentCountry: 'Australia', visaType: 'Visitor Visa', mobilePhone: '61412345678' },
    ['visaInAustralia visaType'],
  ],
  [
    'a student visa by its number',
    { currentCountry: 'Australia', visaType: 'Subclass 500', mobilePhone: '61412345678' },
    [],
  ],
  ['a possible USI', { usi: 'BNGH7C75FN' }, []],
  ['an impossible USI', { usi: 'BNGH7C75FM' }, ['usi usi']],
  ['a family name of one letter', { familyName: 'Z.' }, ['nameOneLetter familyName']],
  ['one name twice', { familyName: 'wei' }, ['nameTwice familyName']],
  ['a name in capitals', { firstName: 'XIAOMING', familyName: 'ZHANG' }, ['nameCapitals firstName']],
  ['a short name in capitals', { familyName: 'NG' }, []],
  ['given names in the family name', { familyName: 'Nguyen Thi Mai' }, ['givenNamesInFamily familyName']],
  ['a family name with particles', { familyName: 'Van den Berg de Vries' }, []],
  ['the same mailbox in another case', { contactEmail: 'Wei.Zhang@Mail.example' }, ['contactIsApplicant contactEmail']],
  ['the same number in groups', { contactMobile: '+86 138 1234 5678' }, ['contactIsApplicant contactMobile']],
  ['the same number', { contactMobile: '8613812345678' }, ['contactIsApplicant contactMobile']],
  ['the same name', { contactGivenName: 'wei', contactFamilyName: 'zhang' }, ['contactIsApplicant contactGivenName']],
  ['a slip in the mailbox', { email: 'wei@gmial.com' }, ['emailTypo email']],
  ['a number without its code', { mobilePhone: '13812345678' }, ['phoneCode mobilePhone']],
  ['a number with 0', { contactMobile: '013912345678' }, ['phoneCode contactMobile']],
  ['a number of another country', { contactMobile: '447911123456' }, []],
  ['a number of a country that is not listed', { currentCountry: 'Iceland', mobilePhone: '3545551234' }, []],
  ['a birthplace that is a country', { birthplace: 'china' }, ['birthplaceIsCountry birthplace']],
  ['a city that is a country', { birthplace: 'Singapore' }, []],
  ['an intake in 28 days', { selectedIntake: '2026-07-13' }, []],
  ['an intake in 27 days', { selectedIntake: '2026-07-12' }, ['intakeSoon selectedIntake']],
] as const)('%s', (_title, changes, expected) => {
  test(expected.length === 0 ? 'is no finding' : 'is a finding at its place', () => {
    expect(found(changes)).toEqual(expected);
  });
});

test('a document with an open note is a finding at its place', () => {
  const warned = [{ slot: 'passport', label: 'Current Passport' }];
  expect(preflight({ answers: FINE, today, warned })).toMatchObject([
    { rule: 'documentWarning', place: 'passport', saw: 'A note stands beside Current Passport.' },
  ]);
});

test('a USI is ten characters without 0, 1, I and O, in any case, and each wrong character shows', () => {
  expect([isPossibleUsi('BNGH7C75FN'), isPossibleUsi('bngh7c75fn')]).toEqual([true, true]);
  for (const usi of ['BNGH7C75F', 'BNGH7C75FNN', 'BNGH7C75F0', 'ANGH7C75FN', 'NBGH7C75FN']) {
    expect([usi, isPossibleUsi(usi)]).toEqual([usi, false]);
  }
});

test.each([
  ['gmail.com', undefined],
  ['gmal.com', 'gmail.com'],
  ['gmaill.com', 'gmail.com'],
  ['gmaik.com', 'gmail.com'],
  ['hotmial.com', 'hotmail.com'],
  ['yahoo.con', 'yahoo.com'],
  ['ymail.com', undefined],
  ['yahoo.co.id', undefined],
  ['college.edu.au', undefined],
])('a mailbox at %s is probably meant at %s', (domain, meant) => {
  expect(closestDomain(domain)).toBe(meant);
});

test('every rule says why it matters and where it comes from, and fills in all of its parts', () => {
  for (const [id, rule] of Object.entries(RULES)) {
    expect([id, rule.why.length > 20, rule.source.length > 5]).toEqual([id, true, true]);
  }
  const said = preflight({
    answers: { ...FINE, familyName: 'WEI', firstName: 'WEI', birthplace: 'Peru', usi: 'X' },
    today,
  });
  expect(said.map(({ saw, why }) => saw + why).filter((words) => /[{}]/.test(words))).toEqual([]);
});

test('what the passport says otherwise is a finding, in words, and nothing is said of what is the same', () => {
  const passport = {
    ...{ number: 'E1', nationality: 'XYZ', birthDate: '1999-05-12', sex: undefined },
    ...{ expiryDate: String(FINE.passportExpiryDate), familyName: 'A', givenNames: 'B' },
  };
  const said = preflight({ answers: { ...FINE, dateOfBirth: '1999-12-05' }, today, passport });
  expect(said.map(({ rule, place, saw }) => [rule, place, saw])).toEqual([
    ['passportDiffers', 'dateOfBirth', 'Date of birth: the passport says 12 May 1999, the answer is 5 December 1999.'],
  ]);
});

test('a document in another language without a translation is asked about', () => {
  const said = preflight({ answers: FINE, today, foreign: [{ slot: 'year12Evidence', label: 'Year 12 Evidence' }] });
  expect(said.map(({ place, saw, why }) => [place, saw, why])).toEqual([
    [
      'year12Evidence',
      'The text of Year 12 Evidence does not seem to be in English.',
      'Add a certified translation: combine it with the original in one PDF, and attach that.',
    ],
  ]);
});
