import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Product, startProduct } from '#tests/support/product.ts';

/** No demo mode: one service is configured. No process listens there. */
const CONFIGURED = { STUDENT_FLOW_URL: 'http://127.0.0.1:9/flow?sig=do-not-tell' };
const CALLS = [
  ['POST', '/api/dev/cricos/token'],
  ['POST', '/api/dev/cricos/validate'],
  ['POST', '/api/dev/cricos/submit'],
  ['GET', '/api/dev/cricos/intakes'],
  ['GET', '/api/dev/cricos/classifications/EmploymentStatuses'],
  ['GET', '/api/dev/configuration'],
  ['POST', '/api/dev/file-test'],
  ['GET', '/api/dev/scenarios'],
] as const;

const ask = (product: Product, method: string, path: string, body: unknown = {}) =>
  fetch(product.url + path, {
    method,
    ...(method === 'POST' && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });

describe('with developer tools off', () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct({ env: CONFIGURED });
  });
  afterAll(() => product[Symbol.asyncDispose]());

  test('the configuration has devTools set', async () => {
    expect(await (await ask(product, 'GET', '/api/config')).json()).toMatchObject({ demo: false, devTools: false });
  });
  test.each(CALLS)('%s %s is 404', async (method, path) => {
    const answer = await ask(product, method, path);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('with DEV_TOOLS=1 beside real services', () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct({ env: { ...CONFIGURED, DEV_TOOLS: '1' } });
  });
  afterAll(() => product[Symbol.asyncDispose]());

  test('the calls are answered, or name what is not configured', async () => {
    const answer = await ask(product, 'POST', '/api/dev/cricos/token');
    expect([answer.status, await answer.json()]).toMatchObject([200, { status: null }]);
    expect((await ask(product, 'POST', '/api/dev/file-test')).status).toBe(503);
  });
  test('the configuration tells whether something is set, never what', async () => {
    const answer = await ask(product, 'GET', '/api/dev/configuration');
    const text = await answer.text();
    expect(JSON.parse(text)).toMatchObject({ STUDENT_FLOW_URL: true, COURSE_DATA_URL: false });
    expect(text).not.toContain('do-not-tell');
  });
  test('there are no scenarios where nothing is simulated', async () => {
    expect((await ask(product, 'GET', '/api/dev/scenarios')).status).toBe(404);
  });
});

describe('in demo mode', () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct();
  });
  afterAll(() => product[Symbol.asyncDispose]());

  test('the token is masked, and the account never shown', async () => {
    const answer = await ask(product, 'POST', '/api/dev/cricos/token');
    const text = await answer.text();
    expect(JSON.parse(text)).toMatchObject({ status: 200, body: { access_token: expect.stringContaining('…') } });
    expect(text).not.toContain('mock-records-password');
  });
  test('a scenario that is chosen is played from the next call on, and can be reset', async () => {
    const choice = { service: 'validate', scenario: 'rejects-item-list' };
    const chosen = await ask(product, 'POST', '/api/dev/scenarios', choice);
    expect(await chosen.json()).toMatchObject({ playing: { validate: 'rejects-item-list' } });
    const judged = await ask(product, 'POST', '/api/dev/cricos/validate', { OfferId: 'OFFER_1' });
    expect(await judged.json()).toMatchObject({ body: { IsSuccess: false } });
    const reset = await ask(product, 'POST', '/api/dev/scenarios', { reset: true });
    expect(await reset.json()).toMatchObject({ playing: { validate: 'accepts' } });
  });
  test('a scenario that does not exist is refused with those that do', async () => {
    const answer = await ask(product, 'POST', '/api/dev/scenarios', { service: 'validate', scenario: 'nope' });
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { detail: expect.stringContaining('Known scenarios: ') },
    ]);
  });
  test('a list that the records API does not have is 404', async () => {
    expect((await ask(product, 'GET', '/api/dev/cricos/classifications/Nope')).status).toBe(404);
  });
});
