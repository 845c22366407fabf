import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Mocks, startMocks } from '#mocks/server.ts';
import { records } from './mocks-client.ts';

const NOW = new Date('2026-11-21T12:00:00');
let mocks: Mocks;
beforeAll(async () => {
  mocks = await startMocks({ port: 0, latency: 0, records: 'published', now: () => NOW });
});
afterAll(() => mocks.close());
beforeEach(() => mocks.reset());

/** The least that the published API takes, written from its help pages. */
const OFFER = {
  Title: 'Mr',
  FirstName: 'Wei',
  LastName: 'Zhang',
  Gender: 'M',
  DoB: '2001-03-15T00:00:00.000Z',
  Email: 'wei.zhang@mail.example',
  StudentOrigin: 'OverseasStudent',
  ComplianceAndOtherInfo: {
    CountryBirth: 'China',
    Nationality: 'Chinese',
    PassportNumber: 'E12345678',
    PassportExpiryDate: '15/03/2030',
    VisaType: 'Student Visa',
    FirstLanguage: 'Mandarin',
    StudyReason: '04',
    CurrentEmployStatus: '@@',
    IsAboriginal: false,
    IsTorresStraitIslander: false,
    IsEngLanguageInClass: true,
  },
  Addresses: [
    {
      AddressType: 'Current',
      IsPrimary: true,
      StreetNumber: '14',
      StreetName: 'Collins Street',
      Suburb: 'Melbourne',
      State: 'VIC',
      Postcode: '3000',
      Country: 'Australia',
    },
  ],
  AppliedCourses: [
    {
      CourseId: 'CPC50220',
      CampusId: 1,
      IntakeDate: '2027-01-13T00:00:00+11:00',
      StartDate: '2027-01-13T00:00:00+11:00',
      FinishDate: '2028-04-19T00:00:00+10:00',
      TuitionFee: 0,
      EnrolmentFee: 0,
      MaterialFee: 0,
      UpfrontFee: 0,
    },
  ],
  EmergencyContact: null,
  Leads_MarketingCampaign: { CampaignName: 'Website' },
};

const validate = async (offer: unknown) => {
  const response = await records(mocks, '/api/V1/StudentOffers/Validate', offer);
  return [response.status, await response.json()];
};
const submit = (offer: unknown, key?: string) => records(mocks, '/api/V1/StudentOffers', offer, key);

describe('the published records API', () => {
  test('takes the least that its pages ask for, and drops keys that they do not list', async () => {
    expect(await validate(OFFER)).toEqual([200, { IsSuccess: true, itemList: {} }]);
    expect(await validate({ ...OFFER, PreferredName: 7, CurrentAddress: 'none' })).toMatchObject([
      200,
      { IsSuccess: true },
    ]);
  });

  test.each([
    ['application.Addresses', { ...OFFER, Addresses: undefined }, 'The Addresses field is required.'],
    ['application.FirstName', { ...OFFER, FirstName: ' ' }, 'The FirstName field is required.'],
    [
      'application.Addresses[0].Postcode',
      { ...OFFER, Addresses: [{ ...OFFER.Addresses[0], Postcode: null }] },
      'The Postcode field is required.',
    ],
    [
      'application.Title',
      { ...OFFER, Title: 'Not Specified' },
      `Error converting value "Not Specified" to type 'EnumTitle'. Path 'Title'.`,
    ],
    [
      'application.AppliedCourses[0].CampusId',
      { ...OFFER, AppliedCourses: [{ ...OFFER.AppliedCourses[0], CampusId: 'city' }] },
      `Error converting value "city" to type 'System.Int32'. Path 'AppliedCourses[0].CampusId'.`,
    ],
    [
      'application.DoB',
      { ...OFFER, DoB: 'May' },
      `Error converting value "May" to type 'System.DateTime'. Path 'DoB'.`,
    ],
    ['application.Email', { ...OFFER, Email: 'none' }, 'The Email field is not a valid e-mail address.'],
  ])('refuses with the path %s', async (path, offer, message) => {
    expect(await validate(offer)).toEqual([
      400,
      { Message: 'The request is invalid.', ModelState: { [path]: [message] } },
    ]);
  });

  const compliance = (changes: object) => ({
    ...OFFER,
    ComplianceAndOtherInfo: { ...OFFER.ComplianceAndOtherInfo, ...changes },
  });
  test.each([
    ['1021', compliance({ PassportNumber: null })],
    ['1022', compliance({ PassportExpiryDate: null })],
    ['1023', compliance({ VisaType: 'Permanent Resident' })],
    ['1033', compliance({ IndustryEmployment: '@@' })],
    ['1034', compliance({ OccupationCode: '109' })],
    ['1041', { ...OFFER, Addresses: [] }],
    ['1042', { ...OFFER, Addresses: [{ ...OFFER.Addresses[0], IsPrimary: false }] }],
    ['1052', { ...OFFER, AppliedCourses: [{ ...OFFER.AppliedCourses[0], UpfrontFee: 1 }] }],
    ['1061', compliance({ IsDisabled: true })],
  ])('refuses with the numeric code %s', async (code, offer) => {
    expect(await validate(offer)).toEqual([200, { IsSuccess: false, itemList: { [code]: expect.any(String) } }]);
    expect((await submit(offer)).status).toBe(400);
    expect(mocks.offers()).toEqual([]);
  });

  test('makes a new id, and another record of every call, regardless of its OfferId and key', async () => {
    const answers = [];
    for (const key of ['a', 'a']) answers.push(await (await submit({ ...OFFER, OfferId: 'OFFER_1' }, key)).json());
    const ids = answers.map(({ OfferId }) => OfferId);
    expect(new Set(ids).size).toBe(2);
    expect(ids).not.toContain('OFFER_1');
    expect(mocks.offers().map(({ offerId, attempt }) => [offerId, attempt])).toEqual([
      [ids[0], 1],
      [ids[1], 2],
    ]);
  });

  test('counts attempts by e-mail address, birth date and course', async () => {
    await submit(OFFER);
    await submit({ ...OFFER, Email: 'Wei.Zhang@mail.example', FirstName: 'Wei Lee' });
    await submit({ ...OFFER, DoB: '2001-03-16' });
    await submit({ ...OFFER, AppliedCourses: [{ ...OFFER.AppliedCourses[0], CourseId: 'CPC40120' }] });
    expect(mocks.offers().map(({ attempt }) => attempt)).toEqual([1, 2, 1, 1]);
  });

  test('refuses repeats when told to', async () => {
    mocks.setScenario({ service: 'offers', scenario: 'refuses-repeats' });
    expect((await submit(OFFER)).status).toBe(200);
    const second = await submit(OFFER);
    expect([second.status, await second.json()]).toMatchObject([400, { IsSuccess: false }]);
    expect(mocks.offers()).toHaveLength(1);
  });

  test('does its work before a gateway gives up, when told to', async () => {
    mocks.setScenario({ service: 'offers', scenario: 'fails-after', times: 1 });
    mocks.setScenario({ service: 'offers', scenario: 'fails-after', status: 500, times: 1 });
    expect([(await submit(OFFER)).status, (await submit(OFFER)).status]).toEqual([504, 500]);
    expect(mocks.offers()).toHaveLength(2);
  });

  const list = async (name: string) =>
    (await (await records(mocks, `/api/Classification/${name}`)).json()) as { Value: string; Name: string }[];

  test('its names repeat their code; industries and occupations begin with a row that has none', async () => {
    expect(await list('EmploymentStatuses')).toContainEqual({ Value: '01', Name: '01: Full-time employee' });
    expect(await list('QualificationAchievementRecognitions')).toContainEqual({
      Value: 'A',
      Name: 'A - Australian qualification',
    });
    for (const name of ['IndustryOfEmployments', 'OccupationCodes']) {
      const rows = await list(name);
      expect(rows[0]).toEqual({ Value: '', Name: '   - not specified' });
      expect(rows.map(({ Value }) => Value)).not.toContain('@@');
    }
  });

  test('its visa types depend on the origin', async () => {
    const names = async (origin: string) => (await list(`VisaStatuses?Origin=${origin}`)).map(({ Name }) => Name);
    expect(await names('OverseasStudent')).toEqual(['Student Visa', 'Tourist/Visitor', 'Working Holiday', 'Other']);
    expect(await names('ResidentStudent')).toContain('Permanent Resident');
  });

  test('its intakes have the offset that Melbourne has on that day', async () => {
    const response = await records(mocks, '/api/V1/CourseIntakes?campusid=1&year=2027&courseid=CPC50220&publish=true');
    const dates = ((await response.json()) as { IntakeDate: string }[]).map(({ IntakeDate }) => IntakeDate);
    expect(dates).toEqual([
      '2027-01-13T00:00:00+11:00',
      '2027-04-08T00:00:00+10:00',
      '2027-08-04T00:00:00+10:00',
      '2027-11-17T00:00:00+11:00',
    ]);
  });
});
