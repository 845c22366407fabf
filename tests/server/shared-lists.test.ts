import http, { type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { agentListSchema } from '#contract/lists.ts';
import { systemClock } from '#server/adapters/system-clock.ts';
import { openRig, type Rig } from './support/rig.ts';

interface Raw {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** One GET as it is: nothing is added to its headers, and nothing of the answer is decoded. */
async function get(url: string, headers: Record<string, string> = {}): Promise<Raw> {
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    http.get(url, { headers, agent: false }, resolve).on('error', reject);
  });
  return { status: response.statusCode ?? 0, headers: response.headers, body: await buffer(response) };
}

const PLAIN = { encoding: undefined, decode: (bytes: Buffer) => bytes };
/** What clients say that they take, and what they get. */
const ACCEPTED = [
  ['gzip, deflate, br', { encoding: 'br', decode: brotliDecompressSync }],
  ['gzip', { encoding: 'gzip', decode: gunzipSync }],
  ['br;q=0, gzip', { encoding: 'gzip', decode: gunzipSync }],
  ['identity', PLAIN],
  ['', PLAIN],
] as const;

const agents = (count: number, mark = '') =>
  Array.from({ length: count }, (_one, i) => ({ name: `Agent ${i}${mark}`, country: 'China', emails: [`a${i}@b.cn`] }));

describe('a list of the forms', () => {
  let rig: Rig;
  let now: Date;
  beforeEach(async () => {
    now = new Date('2026-06-15T00:30:00.000Z');
    rig = await openRig({
      clock: {
        now: () => now,
        monotonic: () => now.getTime(),
        sleep: async () => undefined,
        after: systemClock.after,
        random: () => 0.5,
      },
    });
    rig.upstream.answers('agentList', () => agents(3000));
    // An answer straight from the source is marked as such once; from now on the list is cached.
    await rig.client.get('/api/agent-list');
  });
  afterEach(() => rig.close());
  const ask = (path: string, headers?: Record<string, string>) => get(rig.client.url + path, headers);
  const later = (ms: number) => {
    now = new Date(now.getTime() + ms);
  };

  test.each(ACCEPTED)('is the same list for who takes "%s", compressed as far as that goes', async (accept, form) => {
    const { status, headers, body } = await ask('/api/agent-list', { 'accept-encoding': accept });
    expect([status, headers['content-encoding'], headers.vary]).toEqual([200, form.encoding, 'Accept-Encoding']);
    const list = v.parse(agentListSchema, JSON.parse(form.decode(body).toString('utf8')));
    expect(list).toMatchObject({ source: 'cache', total: 3000, updatedAt: '2026-06-15T00:30:00.000Z' });
    expect(list.items).toHaveLength(3000);
    expect(list.items[2999]).toMatchObject({ name: 'Agent 2999', emails: ['a2999@b.cn'], websites: [] });
  });

  test.each(['/api/agent-list', '/api/intakes', '/api/classifications', '/api/config'])(
    '%s is kept by browsers and asked for again each time: 304 while it is the same',
    async (path) => {
      const first = await ask(path);
      expect(first.headers['cache-control']).toBe('no-cache');
      expect(first.headers.etag).toMatch(/^W\/"[\w-]{43}"$/);
      const known = { 'if-none-match': first.headers.etag ?? '' };
      const again = await ask(path, known);
      expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, first.headers.etag]);
      expect((await ask(path, { ...known, 'accept-encoding': 'br' })).status).toBe(304);
      const { status, body } = await ask(path, { 'if-none-match': 'W/"another"' });
      expect([status, body.equals(first.body)]).toEqual([200, true]);
    },
  );

  test('that changed is another one: who has the old one gets all of the new one', async () => {
    const known = { 'if-none-match': (await ask('/api/agent-list')).headers.etag ?? '' };
    rig.upstream.answers('agentList', () => agents(3001));
    later(120_000);
    const { status, body } = await ask('/api/agent-list', known);
    expect([status, JSON.parse(body.toString('utf8')).total]).toEqual([200, 3001]);
  });

  test('that is stale is marked so, also for a page with an earlier copy', async () => {
    const known = { 'if-none-match': (await ask('/api/agent-list')).headers.etag ?? '' };
    rig.upstream.always('agentList', { status: 500 });
    later(120_000);
    const stale = await ask('/api/agent-list', known);
    expect([stale.status, JSON.parse(stale.body.toString('utf8')).source]).toEqual([200, 'stale']);
    later(60_000);
    expect((await ask('/api/agent-list', { 'if-none-match': stale.headers.etag ?? '' })).status).toBe(304);
  });

  test('that is refreshed is fetched again and answered whole, past what the browser has', async () => {
    const known = { 'if-none-match': (await ask('/api/agent-list')).headers.etag ?? '' };
    const fetched = rig.upstream.of('agentList').length;
    const fresh = { ...known, 'cache-control': 'no-cache', pragma: 'no-cache' };
    const { status, body } = await ask('/api/agent-list?refresh=true', fresh);
    expect([status, JSON.parse(body.toString('utf8')).source]).toEqual([200, 'live']);
    expect(rig.upstream.of('agentList')).toHaveLength(fetched + 1);
  });
});
