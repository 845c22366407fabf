import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { follow } from '#server/http/event-streams.ts';
import type { SubmissionRecord } from '#server/ports/ledger.ts';
import { created, versioned } from '#server/submission/transitions.ts';

const NOW = new Date('2026-06-15T00:30:00.000Z');
const FIRST = created({ id: 'a', kind: 'short', digest: 'd', now: NOW });
const SECOND = versioned(FIRST, NOW);
const THIRD = versioned(SECOND, NOW);

const server = http.createServer();
let onEnd: ReturnType<typeof vi.fn<() => void>>;
let followers: Set<() => void>;
let response: http.ServerResponse;
let client: net.Socket;

beforeEach(async () => {
  // Those of the product; what the sockets wait with stays real.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  // Of this test only: an answer of the one before may close when this one has begun.
  onEnd = vi.fn<() => void>();
  followers = new Set();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const asked = once(server, 'request');
  client = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  [, response] = await asked;
});
afterEach(async () => {
  vi.useRealTimers();
  client.destroy();
  await once(server.close(), 'close');
});

const followFrom = (seen: number): ((record: SubmissionRecord) => void) => follow(response, { seen, onEnd, followers });
/** What the client's socket brings until the version has come. */
async function until(version: number): Promise<string> {
  let text = '';
  for await (const part of client.iterator({ destroyOnReturn: false })) {
    text += part;
    if (idsIn(text).includes(version)) break;
  }
  return text;
}
const idsIn = (text: string) => [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));

test('the headers leave at once, before any change', async () => {
  followFrom(0);
  expect(String((await once(client, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 OK/);
});

test('each version is sent once and in order', async () => {
  const tell = followFrom(0);
  for (const record of [FIRST, SECOND, FIRST, SECOND, THIRD]) tell(record);
  expect(idsIn(await until(3))).toEqual([1, 2, 3]);
});

test('a client that has seen two versions gets the third only', async () => {
  const tell = followFrom(2);
  tell(SECOND);
  tell(THIRD);
  expect(idsIn(await until(3))).toEqual([3]);
});

test('an error does not end the stream', async () => {
  const tell = followFrom(0);
  tell({ ...SECOND, status: 'error' });
  expect(response.writableEnded).toBe(false);
});

test('processed ends the stream, and nothing is left of it', async () => {
  client.resume();
  const tell = followFrom(0);
  tell(FIRST);
  tell({ ...SECOND, status: 'processed' });
  if (!response.closed) await once(response, 'close');
  expect(onEnd).toHaveBeenCalledOnce();
  expect(followers.size).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});

test('who does not read is ended when more waits than a few changes, and one who reads is not', async () => {
  const large = (version: number) => ({ ...FIRST, version, status: 'error' as const, offerId: 'x'.repeat(1_000_000) });
  const tell = followFrom(0);
  client.resume();
  for (let version = 1; version <= 20; version += 1) {
    tell(large(version));
    await vi.waitUntil(() => response.writableLength === 0, { timeout: 15_000 });
  }
  expect(response.destroyed).toBe(false);
  const closed = once(response, 'close');
  client.pause();
  for (let version = 21; version <= 60 && !response.destroyed; version += 1) tell(large(version));
  expect(response.destroyed).toBe(true);
  await closed;
  expect(followers.size).toBe(0);
});
