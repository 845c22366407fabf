import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Router from '@koa/router';
import Koa, { type Context } from 'koa';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as endpoints from '#contract/endpoints.ts';
import { problems } from '#server/http/middleware/problems.ts';
import { rateLimit } from '#server/http/middleware/rate-limit.ts';
import { createRoute } from '#server/http/route.ts';
import { createLog } from '#server/logger.ts';
import { Client } from './support/client.ts';

let server: ReturnType<typeof createServer>;
let client: Client;

/** Thirty points in so many seconds. */
async function open(duration: number): Promise<void> {
  const app = new Koa();
  app.proxy = true;
  app.use(problems(createLog('silent', (text) => text)));
  const limiter = new RateLimiterMemory({ points: 30, duration });
  app.use(rateLimit(limiter, (path) => path === '/assets/known.js'));
  const router = new Router();
  const route = createRoute(router, limiter);
  const ok = async ({ ctx }: { readonly ctx: Context }) => {
    ctx.body = 'ok';
  };
  // What they cost is theirs; what they read and answer is not asked about here.
  const { id: _id, request: _request, response: _application, ...application } = endpoints.putStudentApplication;
  const { response: _list, ...refresh } = endpoints.refreshAgentList;
  route(application, ok);
  route(refresh, ok);
  app.use(router.routes());
  app.use((ctx) => {
    ctx.body = 'ok';
  });
  server = createServer(app.callback());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  client = new Client(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

// Longer than a loaded machine takes for as many requests.
beforeEach(() => open(600));
afterEach(close);
function close(): void {
  server.closeAllConnections();
  server.close();
}

const send = async (path: string, from = '10.0.0.1', method = 'GET') =>
  (await client.send(method, path, undefined, { 'x-forwarded-for': from })).status;
const many = (count: number, path: string, method?: string) =>
  Promise.all(Array.from({ length: count }, () => send(path, '10.0.0.1', method)));

test('a burst is refused with 429 beyond the limit', async () => {
  const answers = await many(40, '/api/config');
  expect(answers.filter((status) => status === 200)).toHaveLength(30);
  expect(answers.filter((status) => status === 429)).toHaveLength(10);
});

test('who was refused is answered again when the time has passed', async () => {
  close();
  await open(2);
  await expect.poll(async () => (await many(40, '/api/config')).includes(429)).toBe(true);
  await expect.poll(() => send('/api/config'), { timeout: 60_000, interval: 250 }).toBe(200);
});

test('a clock set back by three hours makes a client wait for a minute at most', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await many(30, '/api/config');
  vi.setSystemTime(Date.now() - 3 * 3_600_000);
  const refused = await client.send('GET', '/api/config', undefined, { 'x-forwarded-for': '10.0.0.1' });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
  vi.useRealTimers();
});

test('the limit of a minute ends after a minute, though the clock was set back', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  const limiter = new RateLimiterMemory({ points: 1, duration: 60 });
  await limiter.consume('10.0.0.1');
  vi.setSystemTime(Date.now() - 3 * 3_600_000);
  await expect(limiter.consume('10.0.0.1')).rejects.toBeInstanceOf(RateLimiterRes);
  vi.advanceTimersByTime(60_000);
  await limiter.consume('10.0.0.1');
  vi.useRealTimers();
});

test('costly routes have accounts of their own: three refreshed lists, ten applications', async () => {
  const passed = (answers: readonly number[]) => answers.filter((status) => status === 200).length;
  expect(passed(await many(5, '/api/agent-list?refresh=true'))).toBe(3);
  expect(await send('/api/agent-list')).toBe(200);
  expect(passed(await many(12, '/api/student-applications/1', 'PUT'))).toBe(10);
});

test('addresses of one IPv6 /64 count as one client, those of another do not', async () => {
  for (let i = 1; i <= 30; i += 1) expect(await send('/api/config', `2001:db8:0:1::${i.toString(16)}`)).toBe(200);
  expect(await send('/api/config', '2001:db8:0:1:ffff::1')).toBe(429);
  expect(await send('/api/config', '2001:db8:0:2::1')).toBe(200);
});

test.each([
  ['IPv4', (port: number) => `10.0.0.1:${port}`, '10.0.0.1', '10.0.0.2:5000'],
  ['IPv6 in brackets', (port: number) => `[2001:db8:0:1::7]:${port}`, '2001:db8:0:1::7', '[2001:db8:0:2::7]:5000'],
])('the port that a proxy writes behind an address of %s makes no other client', async (_kind, from, plain, other) => {
  for (let port = 5001; port <= 5030; port += 1) expect(await send('/api/config', from(port))).toBe(200);
  expect(await send('/api/config', from(5031))).toBe(429);
  expect(await send('/api/config', plain)).toBe(429);
  expect(await send('/api/config', other)).toBe(200);
});
