import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDocumentSender, type DocumentSender } from '#features/documents/relay/document-sender.ts';
import { unpackDocument } from '#features/documents/relay/phone-document.ts';
import type { PhoneLink } from '#features/documents/relay/phone-link.ts';
import { decryptFile, newKey } from '#features/documents/transfer/encrypt-file.ts';
import { transferInMemory } from '../support/transfer-in-memory.ts';

const PASSPORT = { slot: 'passport', label: 'Current Passport' };
const CV = { slot: 'cv', label: 'Curriculum Vitae (CV)' };
const PDF = new File(['%PDF-1.7 of the phone'], 'Current Passport.pdf', { type: 'application/pdf' });

let server: ReturnType<typeof transferInMemory>;
let link: PhoneLink;
let key: CryptoKey;
let sender: DocumentSender;
let taken: string[];
let kept: (PhoneLink | undefined)[];
beforeEach(async () => {
  server = transferInMemory();
  taken = [];
  kept = [];
  const { key: made, text } = await newKey();
  key = made;
  const { id, writer } = await server.calls.create({ kind: 'document', slot: 'passport' });
  link = { id, writer, key: text, slots: [PASSPORT, CV], tag: '0123456789abcdef' };
  sender = create(link);
});
afterEach(() => sender.end());

const create = (by: PhoneLink | undefined) =>
  createDocumentSender(by, {
    calls: server.calls,
    everyMs: 1,
    onReceived: (slot) => void taken.push(slot),
    onLink: (next) => void kept.push(next),
  });
const step = () => sender.state().step;
const reaches = (wanted: string) => expect.poll(step).toBe(wanted);

test('a document is encrypted and sent, and the phone says when the computer has it', async () => {
  await sender.open();
  expect(sender.state()).toMatchObject({ step: 'ready', maxBytes: 1_000_000 });
  void sender.send(PDF, 'passport');
  await reaches('sent');
  const opened = await unpackDocument(await decryptFile(server.content(link.id), key, link.id));
  expect([opened?.slot, opened?.file.name, await opened?.file.text()]).toEqual([
    'passport',
    'Current Passport.pdf',
    '%PDF-1.7 of the phone',
  ]);
  expect(taken).toEqual([]);
  server.set('taken', undefined, link.id);
  await reaches('taken');
  expect([taken, sender.state().documents]).toEqual([['passport'], { passport: 'taken' }]);
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
  await sender.open();
  expect(step()).toBe(end);
});

test('without a connection nothing is lost: the same document is sent by the next try', async () => {
  await sender.open();
  server.fail('addPiece', 'offline');
  await sender.send(PDF, 'passport');
  expect(step()).toBe('not-sent');
  void sender.retry();
  await reaches('sent');
});

test('a try after a broken connection sends only what has not come yet', async () => {
  await sender.open();
  server.fail('addPiece', 'cut');
  await sender.send(PDF, 'passport');
  expect(step()).toBe('not-sent');
  const had = server.content(link.id).size;
  void sender.retry();
  await reaches('sent');
  expect(server.log.filter((call) => call.startsWith('addPiece'))).toEqual(['addPiece 0', `addPiece ${had}`]);
  const opened = await unpackDocument(await decryptFile(server.content(link.id), key, link.id));
  expect(await opened?.file.text()).toBe('%PDF-1.7 of the phone');
});

test('a lost answer is no reason to say that the link was used by another person', async () => {
  await sender.open();
  server.fail('addPiece', 'offline');
  await sender.send(PDF, 'passport');
  server.set('arrived', undefined, link.id);
  void sender.retry();
  await reaches('sent');
});

test('a link that another person has used in between is shown as used', async () => {
  await sender.open();
  server.set('arrived', undefined, link.id);
  await sender.send(PDF, 'passport');
  expect(step()).toBe('used');
});

test('a document that the computer does not take before the link is over is said not to be there', async () => {
  await sender.open();
  server.fail('view', 'offline', 'LINK_EXPIRED');
  await sender.send(PDF, 'passport');
  expect([step(), taken]).toEqual(['expired', []]);
});

test('what the server says of a refusal is shown', async () => {
  await sender.open();
  server.fail('addPiece', 'RATE_LIMITED');
  await sender.send(PDF, 'passport');
  expect(sender.state()).toMatchObject({ step: 'not-sent', reason: 'words of the server' });
});

test('each document names the transfer of the next one, which a reload finds; the last one names none', async () => {
  await sender.open();
  void sender.send(PDF, 'passport');
  await reaches('sent');
  const { next } = (await unpackDocument(await decryptFile(server.content(link.id), key, link.id))) ?? {};
  if (!next) throw new Error('no next transfer');
  expect(kept).toEqual([{ ...link, id: next.id, slots: [CV] }]);
  expect(sender.state()).toMatchObject({ documents: { passport: 'sent' }, hasNext: true });
  // Also before the computer has the first one.
  void sender.send(PDF, 'cv');
  await expect.poll(() => sender.state().documents).toEqual({ passport: 'sent', cv: 'sent' });
  const last = await unpackDocument(await decryptFile(server.content(next.id), key, next.id));
  expect([last?.slot, last?.next]).toEqual(['cv', undefined]);
  expect([sender.state().hasNext, kept.at(-1)]).toEqual([false, undefined]);
  server.set('taken', undefined, link.id);
  server.set('taken', undefined, next.id);
  await expect.poll(() => sender.state().documents).toEqual({ passport: 'taken', cv: 'taken' });
  expect(taken.toSorted()).toEqual(['cv', 'passport']);
});

test('a link that has ended is not kept for a reload', async () => {
  server.fail('open', 'LINK_CANCELLED');
  await sender.open();
  expect(kept).toEqual([undefined]);
});
