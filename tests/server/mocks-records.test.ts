import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Mocks, startMocks } from '#mocks/server.ts';
import { offer, records, tokenOf } from './mocks-client.ts';

const NOW = new Date('2026-11-21T12:00:00');
let mocks: Mocks;
beforeAll(async () => {
  mocks = await startMocks({ port: 0, latency: 0, now: () => NOW });
});
afterAll(() => mocks.close());
beforeEach(() => mocks.reset());

describe('records API: the token', () => {
  const ask = (body: BodyInit) => fetch(`${mocks.env.CRICOS_BASE_URL}/token`, { method: 'POST', body });
  const account = () => ({ username: mocks.env.CRICOS_USERNAME ?? '', password: mocks.env.CRICOS_PASSWORD ?? '' });

  test('the service account gets one by a form-encoded password grant', async () => {
    const response = await ask(new URLSearchParams({ grant_type: 'password', ...account() }));
    expect(await response.json()).toMatchObject({ access_token: expect.any(String), expires_in: 3600 });
  });

  test('a wrong password, another grant and JSON get 400', async () => {
    const bodies = [
      new URLSearchParams({ grant_type: 'password', ...account(), password: 'guess' }),
      new URLSearchParams({ grant_type: 'client_credentials', ...account() }),
      JSON.stringify({ grant_type: 'password', ...account() }),
    ];
    for (const body of bodies) expect((await ask(body)).status).toBe(400);
  });

  test('every other call answers 401 without a token, with a made-up one, and with an expired one', async () => {
    const url = `${mocks.env.CRICOS_BASE_URL}/api/Classification/EmploymentStatuses`;
    const call = (authorization?: string) => fetch(url, authorization ? { headers: { authorization } } : {});
    const token = `Bearer ${await tokenOf(mocks)}`;
    expect((await call()).status).toBe(401);
    expect((await call('Bearer made-up')).status).toBe(401);
    expect((await call(token)).status).toBe(200);
    mocks.expireTokens();
    expect((await call(token)).status).toBe(401);
  });

  test('a token ends by itself after its time', async () => {
    let now = NOW.getTime();
    const short = await startMocks({ port: 0, latency: 0, tokenTtlMs: 60_000, now: () => new Date(now) });
    const url = `${short.env.CRICOS_BASE_URL}/api/Classification/OccupationCodes`;
    const headers = { authorization: `Bearer ${await tokenOf(short)}` };
    expect((await fetch(url, { headers })).status).toBe(200);
    now += 60_001;
    expect((await fetch(url, { headers })).status).toBe(401);
    await short.close();
  });
});

describe('records API: offers', () => {
  const submit = (body: unknown, key?: string) => records(mocks, '/api/V1/StudentOffers', body, key);

  test('a good offer is valid', async () => {
    const response = await records(mocks, '/api/V1/StudentOffers/Validate', offer('OFFER_1'));
    expect(await response.json()).toEqual({ IsSuccess: true, itemList: {}, ModelState: null, Message: '' });
  });

  test('a missing text is named in itemList, and no record is made of it', async () => {
    const bad = offer('OFFER_1', { LastName: ' ', AppliedCourses: [] });
    const validated = await records(mocks, '/api/V1/StudentOffers/Validate', bad);
    expect([validated.status, await validated.json()]).toMatchObject([
      200,
      {
        IsSuccess: false,
        itemList: { LastName: 'Last name is required.', 'AppliedCourses.0.CourseId': 'A course is required.' },
      },
    ]);
    expect((await submit(bad)).status).toBe(400);
    expect(mocks.offers()).toEqual([]);
  });

  test('there is one record per OfferId, under whatever key it comes; a correction changes it', async () => {
    const first = await (await submit(offer('OFFER_1'), 'a')).json();
    const corrected = await (await submit(offer('OFFER_1', { FirstName: 'Li' }), 'a-r2')).json();
    await submit(offer('OFFER_2'), 'b');
    expect(corrected).toEqual(first);
    expect(mocks.offers()).toMatchObject([
      { offerId: 'OFFER_1', idempotencyKey: 'a', revisions: 2, offer: { FirstName: 'Li' } },
      { offerId: 'OFFER_2', idempotencyKey: 'b', revisions: 1 },
    ]);
  });

  test('a repeated key gets the first answer again, and nothing is done twice', async () => {
    const first = await (await submit(offer('OFFER_1'), 'a')).json();
    const second = await (await submit(offer('OFFER_9'), 'a')).json();
    expect(second).toEqual(first);
    expect(mocks.offers()).toHaveLength(1);
    expect(mocks.effects('offers')).toMatchObject([{ key: 'a', calls: 2 }]);
    expect(mocks.received({ service: 'offers' }).map((call) => call.replayed)).toEqual([false, true]);
  });

  test('a rejection is not remembered, so the same key may succeed later', async () => {
    mocks.setScenario({ service: 'offers', scenario: 'rejects-message', times: 1 });
    expect((await submit(offer('OFFER_1'), 'a')).status).toBe(400);
    expect((await submit(offer('OFFER_1'), 'a')).status).toBe(200);
  });

  test.each([
    ['rejects-item-list', 200, { IsSuccess: false, itemList: { PassportNumber: expect.any(String) } }],
    ['rejects-model-state', 400, { ModelState: { 'offer.Email': [expect.any(String), expect.any(String)] } }],
    ['rejects-message', 400, { Message: 'The course is closed for new offers.' }],
  ])('validation %s', async (scenario, status, body) => {
    mocks.setScenario({ service: 'validate', scenario });
    const response = await records(mocks, '/api/V1/StudentOffers/Validate', offer('OFFER_1'));
    expect([response.status, await response.json()]).toMatchObject([status, body]);
  });
});

describe('records API: lists', () => {
  test.each([
    'EmploymentStatuses',
    'IndustryOfEmployments',
    'OccupationCodes',
    'QualificationLevels',
    'QualificationAchievementRecognitions',
  ])('%s is a list of Value and Name', async (name) => {
    const list = (await (await records(mocks, `/api/Classification/${name}`)).json()) as unknown[];
    expect(list.length).toBeGreaterThan(2);
    for (const row of list) expect(row).toEqual({ Value: expect.any(String), Name: expect.any(String) });
  });

  test('an unknown classification is 404', async () => {
    expect((await records(mocks, '/api/Classification/constructor')).status).toBe(404);
  });

  interface Intake {
    CampusId: number;
    CourseId: string;
    IntakeYear: number;
    IntakeDate: string;
    IsPublished: boolean;
  }
  const intakes = async (query: string) =>
    (await (await records(mocks, `/api/V1/CourseIntakes?${query}`)).json()) as Intake[];

  test('intakes honour every parameter of the query, and an absent one narrows nothing', async () => {
    const exact = await intakes('campusid=1&year=2027&courseid=CPC50220&coursetype=VET&targetfor=Both');
    expect(exact.every((one) => one.CampusId === 1 && one.IntakeYear === 2027 && one.CourseId === 'CPC50220')).toBe(
      true,
    );
    const year = await intakes('year=2027');
    expect(new Set(year.map((one) => one.CampusId))).toEqual(new Set([1, 2, 3]));
    expect(new Set(year.map((one) => one.CourseId)).size).toBe(2);
    expect(await intakes('year=2027&coursetype=ELICOS')).toEqual([]);
    expect((await intakes('campusid=3&year=2027&targetfor=International')).length).toBeGreaterThan(0);
    expect(await intakes('campusid=3&year=2027&targetfor=Both')).toEqual([]);
  });

  test('some intakes lie ahead, some behind, and one is not published', async () => {
    const all = [...(await intakes('campusid=1&year=2026')), ...(await intakes('campusid=1&year=2027'))];
    const today = '2026-11-21';
    expect(all.some((one) => one.IntakeDate > today && one.IsPublished)).toBe(true);
    expect(all.some((one) => one.IntakeDate < today)).toBe(true);
    expect(all.some((one) => !one.IsPublished)).toBe(true);
  });
});
