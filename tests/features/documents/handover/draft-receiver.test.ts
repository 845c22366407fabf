import { afterEach, beforeEach, expect, test } from 'vitest';
import { pack } from '#features/documents/handover/draft-bundle.ts';
import { createDraftReceiver, type DraftReceiver } from '#features/documents/handover/draft-receiver.ts';
import { encryptFile, newKey, randomSecret } from '#features/documents/transfer/encrypt-file.ts';
import { newDraft } from '#features/drafts/draft.ts';
import { loadDrafts } from '#features/drafts/draft-database.ts';
import { ofDraft, readFrom } from '#platform/database.ts';
import { transferInMemory } from '../support/transfer-in-memory.ts';

const page = { id: 'p1', name: 'front.jpg', width: 12, height: 16, turns: 0 };
const original = {
  ...newDraft('0d5f8f0e-3f0a-4c55-8f2e-2a4b6c8d0e1f', 'agent', Date.UTC(2026, 5, 1), { familyName: 'Okafor' }),
  step: 3,
  revision: 9,
};
const files = [
  { slot: 'passport', bytes: new Blob([new Uint8Array(300_000).fill(7)]) },
  { slot: 'scan:cv', bytes: new Blob([]), pages: [page] },
  { slot: 'scan:cv:p1', bytes: new Blob(['page']) },
];
const documents = [{ slot: 'passport', description: { name: 'p.pdf', type: 'application/pdf', size: 300_000 } }];

let server: ReturnType<typeof transferInMemory>;
let link: { id: string; reader: string; key: string };
let key: CryptoKey;
let room: number | undefined;
let receivers: DraftReceiver[];
beforeEach(async () => {
  localStorage.clear();
  server = transferInMemory();
  room = undefined;
  receivers = [];
  const made = await newKey();
  key = made.key;
  // Another one each time: the disk of an earlier test is still there.
  link = { id: crypto.randomUUID(), reader: randomSecret(), key: made.text };
  server.set('arrived', await encryptFile(pack({ draft: original, documents, files }), key, link.id));
});
afterEach(() => {
  for (const receiver of receivers) receiver.end();
});

const openLink = (changes: Partial<typeof link> = {}) => {
  const receiver = createDraftReceiver(
    { ...link, ...changes },
    { calls: server.calls, retryMs: 1, room: async () => room },
  );
  receivers.push(receiver);
  return { receiver, opening: receiver.open() };
};
const drafts = async () =>
  (await loadDrafts(Date.now())).drafts.filter(({ answers }) => answers.familyName === 'Okafor');
const count = async () => (await drafts()).length;
/** What of any draft is on the disk, whether a list shows it or not. */
const onDisk = async () => ({
  notes: await readFrom(['notes'], ({ store }) => store.getAllKeys()),
  files: (await readFrom(['files'], ({ store }) => store.getAllKeys())).length,
  documents: (await readFrom(['documents'], ({ store }) => store.getAllKeys())).length,
});

test('a draft that is opened is one of this device, with a new id and new 24 hours, and everything in it', async () => {
  const before = Date.now();
  const { receiver, opening } = openLink();
  await opening;
  const { step, draft } = receiver.state();
  expect(step).toBe('done');
  expect(server.state()).toBe('taken');
  expect(draft).toMatchObject({ variant: 'agent', step: 3, answers: { familyName: 'Okafor' } });
  expect(draft?.id).not.toBe(original.id);
  expect(draft?.changedAt).toBeGreaterThanOrEqual(before);
  const id = draft?.id ?? '';
  const kept = await readFrom(['files'], ({ store }) => store.getAll(ofDraft(id)));
  expect(kept.map(({ slot }) => slot)).toEqual(['passport', 'scan:cv', 'scan:cv:p1']);
  expect(kept.find(({ slot }) => slot === 'scan:cv')?.pages).toEqual([page]);
  const [described] = await readFrom(['documents'], ({ store }) => store.getAll(ofDraft(id)));
  expect(described?.description).toMatchObject({ name: 'p.pdf', size: 300_000 });
});

test('a connection that breaks costs none of the bytes that had come', async () => {
  server.fail('content', 'cut', 'offline', 'UNAVAILABLE');
  const { receiver, opening } = openLink();
  await opening;
  expect(receiver.state().step).toBe('done');
  const from = server.log.filter((call) => call.startsWith('content')).map((call) => Number(call.slice(8)));
  expect(from[0]).toBe(0);
  expect(from.slice(1).every((byte) => byte > 0)).toBe(true);
});

test('before the server has said so it is no draft of this device, and a link that is withdrawn then leaves nothing', async () => {
  const [had, before] = [await count(), await onDisk()];
  server.fail('acknowledge', ...Array.from({ length: 1000 }, () => 'offline' as const));
  const { receiver, opening } = openLink();
  await expect.poll(() => server.log.includes('acknowledge')).toBe(true);
  expect(await count()).toBe(had);
  expect((await onDisk()).files).toBe(before.files + 3);
  server.set('cancelled');
  server.fail('acknowledge');
  await opening;
  expect(receiver.state().step).toBe('cancelled');
  expect(await count()).toBe(had);
  expect(await onDisk()).toEqual(before);
});

test('the same device opens the link again after a kill, and there is one draft', async () => {
  const had = await count();
  server.fail('acknowledge', ...Array.from({ length: 1000 }, () => 'offline' as const));
  const killed = openLink();
  await expect.poll(() => server.log.includes('acknowledge')).toBe(true);
  killed.receiver.end();
  await killed.opening;
  server.fail('acknowledge');
  const again = openLink();
  await again.opening;
  expect(again.receiver.state().step).toBe('done');
  // What was on the disk is not fetched a second time.
  expect(server.log.filter((call) => call.startsWith('content'))).toHaveLength(1);
  const third = openLink();
  await third.opening;
  expect(third.receiver.state().draft?.id).toBe(again.receiver.state().draft?.id);
  expect(await count()).toBe(had + 1);
});

test('room is asked for before the link is anybody’s', async () => {
  room = 1000;
  const { receiver, opening } = openLink();
  await opening;
  expect(receiver.state().step).toBe('no-room');
  expect(server.log).not.toContain('claim');
  room = 1e9;
  await receiver.open();
  expect(receiver.state().step).toBe('done');
});

test('a link with another key opens nothing and uses nothing up', async () => {
  const wrong = openLink({ key: (await newKey()).text });
  await wrong.opening;
  expect(wrong.receiver.state().step).toBe('unreadable');
  expect(server.state()).toBe('fetching');
  const right = openLink();
  await right.opening;
  expect(right.receiver.state().step).toBe('done');
});

test('a draft of a later version of the page stays where it is until this page is that version', async () => {
  const about = new TextEncoder().encode(JSON.stringify({ parcel: 1, draft: { ...original, schema: 99 } }));
  const length = new DataView(new ArrayBuffer(4));
  length.setUint32(0, about.length);
  server.set('arrived', await encryptFile(new File([length.buffer, about], 'draft'), key, link.id));
  const { receiver, opening } = openLink();
  await opening;
  expect([receiver.state().step, server.state()]).toEqual(['too-new', 'fetching']);
});

test.each([
  ['was opened before', 'claim', 'LINK_USED', 'used'],
  ['is over', 'view', 'LINK_EXPIRED', 'expired'],
  ['was swept', 'view', 'NOT_FOUND', 'expired'],
  ['was taken back', 'claim', 'LINK_CANCELLED', 'cancelled'],
] as const)('a link that %s has its notice', async (_what, call, code, step) => {
  server.fail(call, code);
  const { receiver, opening } = openLink();
  await opening;
  expect(receiver.state().step).toBe(step);
});

test('a fragment that is cut short is no link', async () => {
  const receiver = createDraftReceiver(undefined);
  await receiver.open();
  expect(receiver.state().step).toBe('no-link');
});
