import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createOutbound } from '#server/adapters/outbound.ts';
import { createHttpRecords } from '#server/adapters/records-http.ts';
import { impatientClock } from './support/rig.ts';

const SUBMIT = '/api/V1/StudentOffers';
const ignore = () => undefined;

/** The answers that the records API has not given yet, by path. */
let waiting: Map<string, ServerResponse>;
let server: ReturnType<typeof createServer>;
beforeEach(async () => {
  waiting = new Map();
  server = createServer((request, response) => {
    request.resume();
    waiting.set(request.url ?? '', response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Other calls wait 200 ms at most; an offer `submitTimeoutMs`. */
function records(submitTimeoutMs: number) {
  const { port } = server.address() as AddressInfo;
  const outbound = createOutbound({
    timeoutMs: 200,
    redact: (text) => text,
    clock: impatientClock,
    log: { info: ignore, warn: ignore },
    metrics: { call: ignore },
  });
  const tokens = { get: async () => 'token', renounce: ignore };
  return createHttpRecords({ baseUrl: `http://127.0.0.1:${port}`, outbound, tokens, submitTimeoutMs });
}

test('an offer is waited for after another call of the same service was given up', async () => {
  const { submit, validate } = records(600_000);
  const submitted = submit({}, { key: 'a' });
  await expect(validate({}, { key: 'b' })).rejects.toMatchObject({ kind: 'unanswered' });
  await expect.poll(() => waiting.has(SUBMIT)).toBe(true);
  waiting.get(SUBMIT)?.end('{"IsSuccess":true}');
  expect(await submitted).toMatchObject({ accepted: true });
});

test('an offer that is not answered within its own limit has an unknown outcome', async () => {
  await expect(records(200).submit({}, { key: 'a' })).rejects.toMatchObject({ kind: 'unanswered' });
});
