import http from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readValidation } from '#server/adapters/records-answers.ts';
import { createRedact } from '#server/adapters/redact.ts';
import { CallFailure } from '#server/ports/call-failure.ts';
import { CALL, openOutbound } from './support/outbound.ts';

const KB = 1024;
const MB = 1024 * KB;
const SECRET = 'a-password-of-the-records-api';
const URL_OUTSIDE = 'https://flow.example.net/workflows/0123456789abcdef/invoke?sig=c0ffee5e1f00dfaceb00c';
const redact = createRedact({ secrets: [SECRET], urls: [URL_OUTSIDE] });

describe('a refusal of many megabytes', () => {
  let server: http.Server;
  let url: string;
  /** Texts that were searched for secrets. */
  let searched: number[];
  let refusal: { readonly status: number; readonly body: string };
  beforeEach(async () => {
    searched = [];
    server = http.createServer((_request, response) => {
      response.on('error', () => undefined);
      response.writeHead(refusal.status).end(refusal.body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });
  const call = async (understands?: (status: number) => boolean) => {
    const outbound = openOutbound({
      timeoutMs: 10_000,
      redact: (text) => {
        searched.push(text.length);
        return redact(text);
      },
    });
    return outbound({ ...CALL, url, body: 'x', read: (answer) => answer, ...(understands ? { understands } : {}) });
  };

  test.each([400, 403, 500])('with %d is read as far as it could be shown, and no further', async (status) => {
    refusal = { status, body: `It is ${SECRET} that was wrong. ${'x'.repeat(15 * MB)}` };
    const failure = await call().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(CallFailure);
    expect(failure).toMatchObject({
      status,
      body: expect.stringMatching(/^It is \[removed\] that was wrong\. x{100}/),
    });
    expect(Math.max(...searched)).toBeLessThanOrEqual(64 * KB);
  });

  test('whose message is at its beginning has none, since half a JSON text says nothing certain', async () => {
    refusal = { status: 400, body: JSON.stringify({ message: 'Agency is known', more: 'x'.repeat(15 * MB) }) };
    const failure = await call().catch((error: unknown) => error);
    expect(failure).toMatchObject({ status: 400, bodyMessage: undefined });
    refusal = { status: 400, body: JSON.stringify({ message: 'Agency is known' }) };
    expect(await call().catch((error: unknown) => error)).toMatchObject({ bodyMessage: 'Agency is known' });
  });

  test('whose reasons are read is read to its first megabyte, and said not to be whole', async () => {
    refusal = { status: 400, body: 'x'.repeat(15 * MB) };
    const { whole, text } = await call(() => true);
    expect([whole, text.length]).toEqual([false, MB]);
  });
});

test('of a hundred thousand reasons two hundred are taken', () => {
  const itemList = Object.fromEntries(Array.from({ length: 100_000 }, (_one, i) => [`E${i}`, 'wrong']));
  const answer = { status: 400, headers: {}, text: JSON.stringify({ IsSuccess: false, itemList }), whole: true };
  const outcome = readValidation(answer, redact);
  expect(outcome.accepted || outcome.issues.length).toBe(200);
});

test('a secret that the end of the searched text cuts in two leaves no part of itself, at any place', () => {
  // Long secrets shrink to little, so that the end of what is searched is among what is shown.
  const long = 'k3y-'.repeat(1000);
  const redactAll = createRedact({ secrets: [SECRET, long], urls: [URL_OUTSIDE] });
  fc.assert(
    fc.property(fc.constantFrom(SECRET, URL_OUTSIDE, long), fc.integer({ min: 0, max: 190 }), (secret, begun) => {
      const before = long + long + 'z'.repeat(192 - begun);
      const shown = redactAll(`${before}${secret} and more ${'y'.repeat(20_000)}`);
      const nothingLost = `[removed][removed]${'z'.repeat(192 - begun)}[removed] and more ${'y'.repeat(200)}`;
      expect(nothingLost.startsWith(shown), shown).toBe(true);
    }),
    // Whole at the end of what is searched, where its last letter is the first one of a secret; and without that letter,
    // which is where a part of it that has a name (`sig=`) is whole.
    { examples: [URL_OUTSIDE.length, URL_OUTSIDE.length - 1].map((begun) => [URL_OUTSIDE, begun]) },
  );
});
