import { describe, expect, test } from 'vitest';
import { COUNTRIES } from '#domain/codes/countries.ts';
import { LANGUAGES } from '#domain/codes/languages.ts';
import { NATIONALITIES } from '#domain/codes/nationalities.ts';
import { RECORDS_COUNTRIES, RECORDS_LANGUAGES, RECORDS_NATIONALITIES } from '#domain/codes/records-names.ts';
import type { Answers } from '#domain/form/form.ts';
import { prepareStudent } from '#domain/student/prepare-student.ts';
import { NO_FEES, type RecordsFacts, RTOMANAGER } from '#domain/student/records-dialect.ts';
import offerMaximal from '../../fixtures/payloads/offer-maximal.json' with { type: 'json' };
import offerMinimal from '../../fixtures/payloads/offer-minimal.json' with { type: 'json' };
import workflowMaximal from '../../fixtures/payloads/workflow-maximal.json' with { type: 'json' };
import { BRANCHES, MAXIMAL, MINIMAL } from '../support/applications.ts';

const FACTS = {
  submissionId: '9b2f4c1e-0d53-4c5a-8f39-6f1f0c1f2a77',
  offerId: 'OFFER_20260615_103000123',
  variant: 'direct',
  now: new Date('2026-06-15T00:30:00.123Z'),
  timeZone: 'Australia/Melbourne',
  lists: {},
} as const;
const RECORDS: RecordsFacts = { dialect: 'rtomanager', fees: NO_FEES, visaTypes: [], intakeDates: new Map() };

const prepared = (answers: Answers, records: Partial<RecordsFacts> = {}) =>
  prepareStudent({ ...MINIMAL, ...answers }, { ...FACTS, records: { ...RECORDS, ...records } });
/** The value at a path of the offer, as '0' for the first entry of a list. */
const sent = (path: string, answers: Answers = {}, records: Partial<RecordsFacts> = {}) =>
  path.split('.').reduce<unknown>((value, key) => Reflect.get(Object(value), key), prepared(answers, records).offer);

describe('the dialect of the specification', () => {
  test('changes nothing', () => {
    expect(prepared(MAXIMAL, { dialect: 'spec' }).offer).toEqual(offerMaximal);
    expect(prepared({}, { dialect: 'spec' }).offer).toEqual(offerMinimal);
  });
  test.each(['spec', 'rtomanager'] as const)('has the fees of the college, as %s has', (dialect) => {
    const fees = { tuition: 14_000, enrolment: 200, material: 1000, upfront: 300 };
    expect(sent('AppliedCourses.0', {}, { dialect, fees })).toMatchObject({
      TuitionFee: 14_000,
      EnrolmentFee: 200,
      MaterialFee: 1000,
      UpfrontFee: 300,
    });
  });
  test('never has an upfront fee above the tuition fee', () => {
    expect(sent('AppliedCourses.0.UpfrontFee', {}, { fees: { ...NO_FEES, tuition: 250, upfront: 300 } })).toBe(250);
    expect(sent('AppliedCourses.0.UpfrontFee', {}, { fees: { ...NO_FEES, upfront: 300 } })).toBe(0);
  });
});

describe('the dialect of the published records API', () => {
  test('changes the offer only: the workflow gets the values of the specification', () => {
    expect(prepared(MAXIMAL).workflow).toEqual({ ...offerMaximal, ...workflowMaximal });
  });
  test('leaves every other key as it is', () => {
    const changed = new Set(RTOMANAGER.map(({ key }) => key.split(/[.[]/)[0]));
    const offer = new Map(Object.entries(prepared(MAXIMAL).offer));
    for (const [key, value] of Object.entries(offerMaximal)) {
      if (!changed.has(key)) expect(offer.get(key), key).toEqual(value);
    }
    expect([...offer.keys()]).toEqual(Object.keys(offerMaximal));
  });
  test.each(RTOMANAGER.map(({ key, source }) => [key, source] as const))('says who asks for %s', (_, source) => {
    expect(source.length).toBeGreaterThan(10);
  });

  const compliance = 'ComplianceAndOtherInfo';
  const home = { isEnglishMainLanguage: 'No' };
  const onLeave = { currentCountry: 'South Korea' };
  test.each<readonly [path: string, expected: unknown, answers: Answers]>([
    ['Title', 'Undefined', { title: 'Not Specified' }],
    ['Title', 'Dr', { title: 'Dr' }],
    ['LastName', '.', { firstName: 'Suharto', familyName: 'suharto ' }],
    ['LastName', 'Zhang', {}],
    ['StudentOrigin', 'OverseasStudentInAustralia', {}],
    ['StudentOrigin', 'OverseasStudent', onLeave],
    [`${compliance}.CountryBirth`, 'Korea, Republic of (South)', { countryOfBirth: 'South Korea' }],
    [`${compliance}.CountryBirth`, 'China', {}],
    [`${compliance}.Nationality`, 'Uzbek', { nationality: 'Uzbekistani' }],
    [`${compliance}.Nationality`, 'British', { nationality: 'British' }],
    [`${compliance}.VisaNumber`, null, {}],
    [`${compliance}.FirstLanguage`, 'Not Specified', { ...home }],
    [`${compliance}.FirstLanguage`, 'Not Specified', { ...home, languageSpokenAtHome: 'Prefer not to say / Unknown' }],
    [`${compliance}.FirstLanguage`, 'Sinhalese', { ...home, languageSpokenAtHome: 'Sinhala' }],
    [`${compliance}.FirstLanguage`, 'English', {}],
    [`${compliance}.IndustryEmployment`, null, { industryOfEmployment: '@@' }],
    [`${compliance}.IndustryEmployment`, 'E', {}],
    [`${compliance}.OccupationCode`, null, { occupationIdentifier: '@@' }],
    [`${compliance}.OccupationCode`, null, { occupationIdentifier: '109' }],
    [`${compliance}.OccupationCode`, '9', { occupationIdentifier: '9' }],
    ['Addresses.0.Country', 'Korea, Republic of (South)', onLeave],
    ['CurrentAddress.Country', 'Korea, Republic of (South)', onLeave],
    ['Addresses.1.Country', 'Turkey', { ...BRANCHES.postal, postalCountry: 'Türkiye' }],
    ['PostalAddress.Country', 'Turkey', { ...BRANCHES.postal, postalCountry: 'Türkiye' }],
    ['Addresses.1.IsPrimary', true, BRANCHES.postal],
    ['PostalAddress.IsPrimary', false, BRANCHES.postal],
    ['Addresses.length', 1, {}],
    ['EmergencyContact.ContactType', 'Emergency', { contactType: 'Guardian', dateOfBirth: '2008-06-15' }],
    ['EmergencyContact.ContactType', 'Guardian', { contactType: 'Guardian', dateOfBirth: '2008-06-16' }],
    ['Leads_MarketingCampaign.CampaignName', 'Website', { howDidYouHearDetails: 'A fair in Hanoi' }],
  ])('sends %s as %j', (path, expected, answers) => {
    expect(sent(path, answers)).toBe(expected);
  });

  test('sends the chosen visa type if the records API lists it, else Student Visa', () => {
    const path = `${compliance}.VisaType`;
    const answers = { visaType: 'Other Visa' };
    expect(sent(path, answers)).toBe('Student Visa');
    expect(sent(path, answers, { visaTypes: ['Student Visa', 'Other Visa'] })).toBe('Other Visa');
  });
  test('sends the intake date as the records API wrote it, else midnight UTC', () => {
    const path = 'AppliedCourses.0';
    const intakeDates = new Map([['2027-01-13', '2027-01-13T00:00:00+11:00']]);
    expect(sent(path, {}, { intakeDates })).toMatchObject({
      IntakeDate: '2027-01-13T00:00:00+11:00',
      StartDate: '2027-01-13T00:00:00.000Z',
    });
    expect(sent(`${path}.IntakeDate`, { selectedIntake: '2027-04-08' }, { intakeDates })).toBe(
      '2027-04-08T00:00:00.000Z',
    );
  });

  test.each([
    ['countries', RECORDS_COUNTRIES, COUNTRIES],
    ['nationalities', RECORDS_NATIONALITIES, NATIONALITIES],
    ['languages', RECORDS_LANGUAGES, LANGUAGES],
  ] as const)('renames %s that our list has', (_, names, list) => {
    const ours = list.map(({ value }) => String(value));
    expect([...names.keys()].filter((name) => !ours.includes(name))).toEqual([]);
    expect([...names.values()].every((name) => name.trim() === name && name !== '')).toBe(true);
  });
});
