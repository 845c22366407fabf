import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createDocumentSender } from '#features/documents/relay/document-sender.ts';
import { transferCalls } from '#features/documents/transfer/transfer-calls.ts';
import { pageAt } from '../../submission/api-server.ts';

const PAGE = '<!doctype html><title>Sign in</title>';
const ACCESS = { id: 'a0c5c4f2-7a35-4a0e-9f4c-6f2b8f0c1d11', secret: 'x'.repeat(43) };
const VIEW = { state: 'arrived', expiresAt: '2026-03-02T02:00:00.000Z', maxBytes: 100, bytes: 3 };

/** What the next calls are answered, one each; then as our server answers. */
let next: { readonly status: number; readonly body: string }[];
let server: http.Server;
beforeEach(async () => {
  next = [];
  server = http.createServer(async (request, response) => {
    for await (const _chunk of request);
    const foreign = next.shift();
    if (foreign) return response.writeHead(foreign.status, { 'content-type': 'text/html' }).end(foreign.body);
    if (request.method === 'DELETE' && request.url?.endsWith('/content')) return response.writeHead(204).end();
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(VIEW));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  pageAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

const unseen = () => undefined;
const bytes = new Blob(['abc']);
const CALLS: readonly (readonly [string, () => Promise<unknown>])[] = [
  [
    'a piece',
    () => transferCalls.addPiece(ACCESS, bytes, { offset: 0, size: 3, attempt: 'attempt-1', onSent: unseen }),
  ],
  ['the question for the state', () => transferCalls.view(ACCESS)],
  ['the acknowledgement', () => transferCalls.acknowledge(ACCESS)],
  ['the end of a link', () => transferCalls.cancel(ACCESS)],
];

describe.each(CALLS)('%s', (_what, call) => {
  test.each([200, 403, 404, 406, 413])('is not settled by a page with status %i', async (status) => {
    next = [{ status, body: PAGE }];
    await expect(call()).rejects.toMatchObject({ code: 'offline' });
    await call();
  });
});

test('a page in place of the content is not taken for it', async () => {
  next = [{ status: 200, body: PAGE }];
  const content = transferCalls.content(ACCESS, 0, new AbortController().signal);
  await expect(content).rejects.toMatchObject({ code: 'offline' });
});

test('a phone whose document met a sign-in page does not say that it was sent, and sends it on the next try', async () => {
  const slots = [{ slot: 'passport', label: '' }];
  const link = { id: ACCESS.id, writer: ACCESS.secret, key: 'A'.repeat(43), slots, tag: '' };
  const sending = createDocumentSender(link, {
    calls: { ...transferCalls, view: async () => ({ ...VIEW, state: 'taken', bytes: 0 }) },
  });
  next = [{ status: 200, body: PAGE }];
  await sending.send(new File(['abc'], 'passport.pdf'), 'passport');
  expect(sending.state().step).toBe('not-sent');
  await sending.retry();
  expect(sending.state().step).toBe('taken');
});
