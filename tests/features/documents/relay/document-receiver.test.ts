import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RejectedFile } from '#components/upload/accepted-files.ts';
import { createDocumentReceiver, type DocumentReceiver } from '#features/documents/relay/document-receiver.ts';
import { packDocument } from '#features/documents/relay/phone-document.ts';
import { type PhoneLink, readLink } from '#features/documents/relay/phone-link.ts';
import { encryptFile, readKey } from '#features/documents/transfer/encrypt-file.ts';
import type { Access } from '#features/documents/transfer/transfer-calls.ts';
import { transferInMemory } from '../support/transfer-in-memory.ts';

const PDF = new File(['%PDF-1.7 of the phone'], 'Current Passport.pdf', { type: 'application/pdf' });

let server: ReturnType<typeof transferInMemory>;
let receiver: DocumentReceiver;
let used: File[];
let usedFor: string[];
let refusal: RejectedFile | undefined;
let now: number;
beforeEach(() => {
  server = transferInMemory();
  used = [];
  usedFor = [];
  refusal = undefined;
  now = 0;
  receiver = createDocumentReceiver({
    draftId: '0d5f8f0e-3f0a-4c55-8f2e-2a4b6c8d0e1f',
    slots: () => [
      { slot: 'passport', label: 'Current Passport' },
      { slot: 'cv', label: 'Curriculum Vitae (CV)' },
    ],
    onUse: async (slot, file) => {
      used.push(file);
      usedFor.push(slot);
      return refusal;
    },
    calls: server.calls,
    everyMs: 1,
    now: () => now,
  });
});
afterEach(() => receiver.end());

const step = () => receiver.state().step;
const reaches = (wanted: string) => expect.poll(step).toBe(wanted);
const shownLink = (): PhoneLink => {
  const link = readLink(new URL(receiver.state().link ?? '').hash);
  if (!link) throw new Error('no link is shown');
  return link;
};
/** What a phone does with the link on the screen. `next`: the transfer of the document after this one. */
const encryptFor = async ({ id, key }: PhoneLink, slot = 'passport', next?: Access): Promise<Blob> =>
  encryptFile(packDocument({ file: PDF, slot, next }), await readKey(key), id);

test('a link is shown, what the phone does is said, and its document goes into the slot as it was', async () => {
  void receiver.start();
  expect(step()).toBe('making');
  await reaches('waiting');
  const link = shownLink();
  expect(link.slots.map(({ slot }) => slot)).toEqual(['passport', 'cv']);
  server.set('opened');
  await reaches('opened');
  server.set('sending');
  await reaches('sending');
  server.set('arrived', await encryptFor(link));
  await reaches('arrived');
  expect([used[0]?.name, await used[0]?.text()]).toEqual(['Current Passport.pdf', '%PDF-1.7 of the phone']);
  expect(receiver.state().link).toBeUndefined();
  await expect.poll(server.state).toBe('taken');
});

test('a document that its slot refuses is gone from the server, and its reason is shown', async () => {
  refusal = { name: PDF.name, code: 'FILE_SIZE_ERROR', message: 'Total size exceeds 100MB limit' };
  void receiver.start();
  await reaches('waiting');
  server.set('arrived', await encryptFor(shownLink()));
  await reaches('arrived');
  expect(receiver.state().documents).toEqual([{ label: 'Current Passport', reason: 'Total size exceeds 100MB limit' }]);
  await expect.poll(server.state).toBe('taken');
});

test('one document follows the other by the transfer that the phone has named, each into its slot', async () => {
  void receiver.start();
  await reaches('waiting');
  const link = shownLink();
  const { id, reader } = await server.calls.create({ kind: 'document', slot: 'passport' });
  server.set('arrived', await encryptFor(link, 'cv', { id, secret: reader }), link.id);
  await expect.poll(() => usedFor).toEqual(['cv']);
  await expect.poll(() => server.log).toContain('acknowledge');
  expect([step(), receiver.state().link]).toEqual(['opened', undefined]);
  server.set('arrived', await encryptFor({ ...link, id }));
  await reaches('arrived');
  expect(usedFor).toEqual(['cv', 'passport']);
  expect(receiver.state().documents.map(({ label }) => label)).toEqual(['Curriculum Vitae (CV)', 'Current Passport']);
});

test('a document for a slot that was not offered is attached nowhere', async () => {
  void receiver.start();
  await reaches('waiting');
  server.set('arrived', await encryptFor(shownLink(), 'bankStatement'));
  await reaches('unreadable');
  expect(used).toEqual([]);
});

test('a document that was changed in transfer is not opened and not attached', async () => {
  void receiver.start();
  await reaches('waiting');
  const bytes = new Uint8Array(await (await encryptFor(shownLink())).arrayBuffer());
  bytes[40] = (bytes[40] ?? 0) ^ 1;
  server.set('arrived', new Blob([bytes]));
  await reaches('unreadable');
  expect(used).toEqual([]);
});

test('without a connection it shows a notice, keeps the link, and continues when there is one', async () => {
  // More than are asked before the connection is back.
  server.fail('view', ...Array.from({ length: 100_000 }, () => 'offline' as const));
  void receiver.start();
  await expect.poll(() => receiver.state().isOffline).toBe(true);
  const { link } = receiver.state();
  expect(link).toBeDefined();
  server.fail('view');
  await expect.poll(() => receiver.state().isOffline).toBe(false);
  expect([step(), receiver.state().link]).toEqual(['waiting', link]);
});

test('a connection that breaks while the document comes is no end: the rest is fetched', async () => {
  server.fail('content', 'cut', 'UNAVAILABLE');
  void receiver.start();
  await reaches('waiting');
  server.set('arrived', await encryptFor(shownLink()));
  await reaches('arrived');
  expect(used).toHaveLength(1);
  const from = server.log.filter((call) => call.startsWith('content')).map((call) => Number(call.slice(8)));
  expect(from[0]).toBe(0);
  expect(from).toHaveLength(3);
  expect(from.slice(1).every((byte) => byte > 0)).toBe(true);
  expect(await used[0]?.text()).toBe('%PDF-1.7 of the phone');
});

test.each([
  ['is over', 'LINK_EXPIRED', 'expired'],
  ['was swept', 'NOT_FOUND', 'expired'],
  ['was cancelled by another window', 'LINK_CANCELLED', 'cancelled'],
] as const)('a link that %s is shown no more, and a new one has another key', async (_what, code, end) => {
  void receiver.start();
  await reaches('waiting');
  const { id, key } = shownLink();
  server.fail('view', code);
  await reaches(end);
  expect(receiver.state().link).toBeUndefined();
  void receiver.start();
  await reaches('waiting');
  expect([shownLink().id === id, shownLink().key === key]).toEqual([false, false]);
});

test('a computer without a connection knows by its own clock that the link is over', async () => {
  void receiver.start();
  await reaches('waiting');
  server.fail('view', ...Array.from({ length: 1000 }, () => 'offline' as const));
  await expect.poll(() => receiver.state().isOffline).toBe(true);
  expect(step()).toBe('waiting');
  now = 15 * 60_000 + 1;
  await reaches('expired');
});

test('a link that cannot be made says why, and can be tried again', async () => {
  server.fail('create', 'RATE_LIMITED', 'offline');
  await receiver.start();
  expect(receiver.state()).toMatchObject({ step: 'not-made', reason: 'words of the server' });
  await receiver.start();
  expect(receiver.state()).toMatchObject({ step: 'not-made', reason: undefined });
  void receiver.start();
  await reaches('waiting');
});

test('leaving cancels the link, also one that was still being made', async () => {
  void receiver.start();
  await reaches('waiting');
  await receiver.end();
  expect(server.state()).toBe('cancelled');
  const starting = receiver.start();
  await receiver.end();
  await starting;
  await expect.poll(server.state).toBe('cancelled');
  expect(used).toEqual([]);
});
