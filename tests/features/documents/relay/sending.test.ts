import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PhoneLink } from '#features/documents/relay/phone-link.ts';
import { newKey, unseal } from '#features/documents/relay/seal.ts';
import { createSending, type Sending } from '#features/documents/relay/sending.ts';
import { relayInMemory } from '../support/relay-in-memory.ts';

const PDF = new File(['%PDF-1.7 of the phone'], 'Current Passport.pdf', { type: 'application/pdf' });

let server: ReturnType<typeof relayInMemory>;
let link: PhoneLink;
let key: CryptoKey;
let sending: Sending;
let taken: number;
beforeEach(async () => {
  server = relayInMemory();
  taken = 0;
  const { key: made, text } = await newKey();
  key = made;
  const { id, writer } = await server.calls.make('passport');
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
  const opened = await unseal(server.content() ?? new Blob(), key, link.id);
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
  ['RELAY_USED', 'used'],
  ['RELAY_CANCELLED', 'cancelled'],
  ['RELAY_EXPIRED', 'expired'],
  ['NOT_FOUND', 'expired'],
  ['offline', 'not-opened'],
] as const)('a link that is answered with %s is shown as %s', async (code, end) => {
  server.fail('open', code);
  await sending.open();
  expect(step()).toBe(end);
});

test('without a connection nothing is lost: the same document is sent by the next try', async () => {
  await sending.open();
  server.fail('put', 'offline');
  await sending.send(PDF);
  expect(step()).toBe('not-sent');
  void sending.retry();
  await reaches('sent');
});

test('an answer that was lost on its way is no reason to say that the link was used by somebody else', async () => {
  await sending.open();
  server.fail('put', 'offline');
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
  server.fail('look', 'offline', 'RELAY_EXPIRED');
  await sending.send(PDF);
  expect([step(), taken]).toEqual(['expired', 0]);
});

test('what the server says of a refusal is shown', async () => {
  await sending.open();
  server.fail('put', 'RATE_LIMITED');
  await sending.send(PDF);
  expect(sending.state()).toMatchObject({ step: 'not-sent', reason: 'Please wait 7 seconds and try again.' });
});
