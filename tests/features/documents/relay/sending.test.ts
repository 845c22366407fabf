import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PhoneLink } from '#features/documents/relay/phone-link.ts';
import { createSending, type Sending } from '#features/documents/relay/sending.ts';
import { newKey, unseal } from '#features/documents/transfer/seal.ts';
import { transferInMemory } from '../support/transfer-in-memory.ts';

const PDF = new File(['%PDF-1.7 of the phone'], 'Current Passport.pdf', { type: 'application/pdf' });

let server: ReturnType<typeof transferInMemory>;
let link: PhoneLink;
let key: CryptoKey;
let sending: Sending;
let taken: number;
beforeEach(async () => {
  server = transferInMemory();
  taken = 0;
  const { key: made, text } = await newKey();
  key = made;
  const { id, writer } = await server.calls.create({ kind: 'document', slot: 'passport' });
  link = { id, writer, key: text, slot: 'passport', label: 'Current Passport', tag: '0123456789abcdef' };
  sending = create(link);
});
afterEach(() => sending.end());

const create = (by: PhoneLink | undefined) =>
  createSending(by, {
    calls: server.calls,
    everyMs: 1,
    onTaken: () => {
      taken += 1;
    },
  });
const step = () => sending.state().step;
const reaches = (wanted: string) => expect.poll(step).toBe(wanted);

test('a document is sealed and sent, and the phone says when the computer has it', async () => {
  await sending.open();
  expect(sending.state()).toMatchObject({ step: 'ready', maxBytes: 1_000_000 });
  void sending.send(PDF);
  await reaches('sent');
  const opened = await unseal(server.content(), key, link.id);
  expect([opened.name, await opened.text()]).toEqual(['Current Passport.pdf', '%PDF-1.7 of the phone']);
  expect(taken).toBe(0);
  server.set('taken');
  await reaches('taken');
  expect(taken).toBe(1);
});

test('without its link the page says what to do, and asks the server nothing', async () => {
  const without = create(undefined);
  await without.open();
  expect([without.state().step, server.log.includes('open')]).toEqual(['no-link', false]);
});

test.each([
  ['LINK_USED', 'used'],
  ['LINK_CANCELLED', 'cancelled'],
  ['LINK_EXPIRED', 'expired'],
  ['NOT_FOUND', 'expired'],
  ['offline', 'not-opened'],
] as const)('a link that is answered with %s is shown as %s', async (code, end) => {
  server.fail('open', code);
  await sending.open();
  expect(step()).toBe(end);
});

test('without a connection nothing is lost: the same document is sent by the next try', async () => {
  await sending.open();
  server.fail('addPiece', 'offline');
  await sending.send(PDF);
  expect(step()).toBe('not-sent');
  void sending.retry();
  await reaches('sent');
});

test('a try after a broken connection sends only what has not come yet', async () => {
  await sending.open();
  server.fail('addPiece', 'cut');
  await sending.send(PDF);
  expect(step()).toBe('not-sent');
  const had = server.content().size;
  void sending.retry();
  await reaches('sent');
  expect(server.log.filter((call) => call.startsWith('addPiece'))).toEqual(['addPiece 0', `addPiece ${had}`]);
  expect(await (await unseal(server.content(), key, link.id)).text()).toBe('%PDF-1.7 of the phone');
});

test('an answer that was lost on its way is no reason to say that the link was used by somebody else', async () => {
  await sending.open();
  server.fail('addPiece', 'offline');
  await sending.send(PDF);
  server.set('arrived');
  void sending.retry();
  await reaches('sent');
});

test('a link that somebody else has used meanwhile is said to be used', async () => {
  await sending.open();
  server.set('arrived');
  await sending.send(PDF);
  expect(step()).toBe('used');
});

test('a document that the computer does not take before the link is over is said not to be there', async () => {
  await sending.open();
  server.fail('view', 'offline', 'LINK_EXPIRED');
  await sending.send(PDF);
  expect([step(), taken]).toEqual(['expired', 0]);
});

test('what the server says of a refusal is shown', async () => {
  await sending.open();
  server.fail('addPiece', 'RATE_LIMITED');
  await sending.send(PDF);
  expect(sending.state()).toMatchObject({ step: 'not-sent', reason: 'words of the server' });
});
