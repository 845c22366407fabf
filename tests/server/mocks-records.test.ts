import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Mocks, startMocks } from '#mocks/server.ts';
import { offer, records } from './mocks-client.ts';

const NOW = new Date('2026-11-21T12:00:00');
let mocks: Mocks;
beforeAll(async () => {
  mocks = await startMocks({ port: 0, latency: 0, now: () => NOW });
});
afterAll(() => mocks.close());
beforeEach(() => mocks.reset());

describe('records API: offers', () => {
  const submit = (body: unknown, key?: string) => records(mocks, '/api/V1/StudentOffers', body, key);

  test('there is one record per OfferId, under any key; a correction changes it', async () => {
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
});
