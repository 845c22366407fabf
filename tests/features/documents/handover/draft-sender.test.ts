import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type DraftBundle, unpack } from '#features/documents/handover/draft-bundle.ts';
import { createDraftSender, type DraftSender } from '#features/documents/handover/draft-sender.ts';
import { readDeviceLink } from '#features/documents/handover/handover-link.ts';
import { decryptFile, readKey } from '#features/documents/transfer/encrypt-file.ts';
import { newDraft } from '#features/drafts/draft.ts';
import { findHandover, listHandovers } from '#features/drafts/draft-notes.ts';
import { onPlainHttp } from '../support/plain-http.ts';
import { transferInMemory } from '../support/transfer-in-memory.ts';

const draft = { ...newDraft('0d5f8f0e-3f0a-4c55-8f2e-2a4b6c8d0e1f', 'direct', Date.now()), revision: 7 };
// More than two pieces.
const bundle: DraftBundle = {
  draft,
  documents: [],
  files: [{ slot: 'passport', bytes: new Blob([new Uint8Array(1_500_000)]) }],
};

let server: ReturnType<typeof transferInMemory>;
let sender: DraftSender;
let isUnchanged: boolean;
let offered: string[];
beforeEach(() => {
  localStorage.clear();
  server = transferInMemory();
  isUnchanged = true;
  offered = [];
  sender = createDraftSender({
    isUnchanged: () => isUnchanged,
    onOffered: ({ id }) => offered.push(id),
    calls: server.calls,
    retryMs: 1,
  });
});
afterEach(() => sender.cancel());

const step = () => sender.state().step;

test('a link opens exactly the draft that was sent, and this device notes that it can be opened elsewhere', async () => {
  await sender.start(bundle);
  expect(step()).toBe('offered');
  const url = new URL(sender.state().link ?? '');
  // All of it is behind the #, which no browser sends.
  expect(url.origin + url.pathname + url.search).toBe(`${location.origin}/`);
  const link = readDeviceLink(url.hash);
  if (!link) throw new Error('no link is shown');
  const out = await unpack(await decryptFile(server.content(), await readKey(link.key), link.id));
  expect(out.draft).toEqual(draft);
  expect(out.files[0]?.bytes.size).toBe(1_500_000);
  expect(offered).toEqual([draft.id]);
  expect(findHandover(draft.id)).toMatchObject({ relay: link.id, state: 'offered' });
  // Neither of what opens it is kept.
  expect(JSON.stringify({ ...localStorage })).not.toContain(link.key);
  expect(JSON.stringify({ ...localStorage })).not.toContain(link.reader);
});

test('if the connection breaks it continues after the last received byte, also if only the answer was lost', async () => {
  server.fail('addPiece', 'cut', 'offline', 'UNAVAILABLE');
  await sender.start(bundle);
  expect(step()).toBe('offered');
  const offsets = server.log.filter((call) => call.startsWith('addPiece')).map((call) => Number(call.slice(9)));
  expect(offsets[0]).toBe(0);
  expect(offsets[1]).toBeGreaterThan(0);
  expect(server.state()).toBe('arrived');
});

test('a draft that was changed in between is not handed over, and its link opens nothing', async () => {
  isUnchanged = false;
  await sender.start(bundle);
  expect(step()).toBe('changed');
  expect([sender.state().link, listHandovers(), offered]).toEqual([undefined, [], []]);
  expect(server.state()).toBe('cancelled');
});

test('a draft is not handed over if this device cannot note that it was, and its link opens nothing', async () => {
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem() {
      throw new DOMException('no room', 'QuotaExceededError');
    },
  });
  await sender.start(bundle);
  vi.unstubAllGlobals();
  expect(step()).toBe('not-noted');
  expect([sender.state().link, listHandovers(), offered]).toEqual([undefined, [], []]);
  expect(server.state()).toBe('cancelled');
});

test('what the server refuses for good is said in its words, nothing is noted, and it can be tried again', async () => {
  server.fail('addPiece', 'QUOTA_EXCEEDED');
  await sender.start(bundle);
  expect(sender.state()).toMatchObject({ step: 'not-made', reason: 'words of the server' });
  expect(listHandovers()).toEqual([]);
});

test('closing before all of it has come ends it', async () => {
  server.fail('addPiece', ...Array.from({ length: 1000 }, () => 'offline' as const));
  const starting = sender.start(bundle);
  await expect.poll(() => sender.state().isOffline).toBe(true);
  await sender.cancel();
  await starting;
  expect([step(), server.state(), listHandovers()]).toEqual(['asking', 'cancelled', []]);
});

test('where the browser cannot encrypt, nothing is asked of the server, also when it is started all the same', async () => {
  onPlainHttp();
  const unable = createDraftSender({ isUnchanged: () => true, onOffered: () => {}, calls: server.calls });
  await unable.start(bundle);
  vi.unstubAllGlobals();
  await unable.cancel();
  expect(unable.state().step).toBe('cannot-encrypt');
  expect(server.log).toEqual([]);
});
