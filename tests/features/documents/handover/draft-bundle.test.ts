import { expect, test } from 'vitest';
import {
  BundleTooNew,
  type DraftBundle,
  NoDraftBundle,
  pack,
  unpack,
  withoutPages,
} from '#features/documents/handover/draft-bundle.ts';
import { decryptFile, encryptFile, newKey } from '#features/documents/transfer/encrypt-file.ts';
import { newDraft } from '#features/drafts/draft.ts';

const TRANSFER = '5c1b6a6e-7d0e-4b0f-9d52-000000000001';
const draft = {
  ...newDraft('0d5f8f0e-3f0a-4c55-8f2e-2a4b6c8d0e1f', 'agent', Date.UTC(2026, 5, 15), {
    familyName: 'Nguyễn',
    agree: true,
  }),
  label: 'Second child',
  step: 3,
  completedSteps: [1, 2],
  revision: 41,
};
const page = { id: 'p1', name: 'front.jpg', width: 1200, height: 1600, turns: 1 };
const bundle: DraftBundle = {
  draft,
  documents: [{ slot: 'passport', description: { name: 'pass port.pdf', type: 'application/pdf', size: 11 } }],
  files: [
    { slot: 'passport', bytes: new Blob(['%PDF-1.7 \u0000é'.slice(0, 10), '!']) },
    { slot: 'scan:cv', bytes: new Blob([]), pages: [page] },
    { slot: 'scan:cv:p1', bytes: new Blob([new Uint8Array([0, 255, 7])]) },
  ],
};
const bytesIn = async (one: DraftBundle) =>
  Promise.all(one.files.map(async ({ bytes }) => [...new Uint8Array(await bytes.arrayBuffer())]));
/** A packed bundle that has this header and no files. */
const headerAlone = (about: object): Blob => {
  const text = new TextEncoder().encode(JSON.stringify(about));
  const length = new DataView(new ArrayBuffer(4));
  length.setUint32(0, text.length);
  return new Blob([length.buffer, text]);
};

test('a draft comes out as it was put in: answers, step, name, documents and pages in work, byte for byte', async () => {
  const out = await unpack(pack(bundle));
  expect(out.draft).toEqual(draft);
  expect(out.documents).toEqual(bundle.documents);
  expect(out.files.map(({ slot, pages }) => ({ slot, pages }))).toEqual([
    { slot: 'passport', pages: undefined },
    { slot: 'scan:cv', pages: [page] },
    { slot: 'scan:cv:p1', pages: undefined },
  ]);
  expect(await bytesIn(out)).toEqual(await bytesIn(bundle));
});

test('the same when it was encrypted and decrypted in between, and the encrypted bytes show nothing of it', async () => {
  const { key } = await newKey();
  const encrypted = await encryptFile(pack(bundle), key, TRANSFER);
  const text = Buffer.from(await encrypted.arrayBuffer()).toString('latin1');
  for (const word of ['familyName', 'Second child', 'pass port', '%PDF']) expect(text).not.toContain(word);
  const out = await unpack(await decryptFile(encrypted, key, TRANSFER));
  expect(out.draft).toEqual(draft);
  expect(await bytesIn(out)).toEqual(await bytesIn(bundle));
});

test('without its pages in work it has its documents', async () => {
  const out = await unpack(pack(withoutPages(bundle)));
  expect(out.files.map(({ slot }) => slot)).toEqual(['passport']);
});

test('a draft of an earlier version of the page is read as every saved draft is', async () => {
  const { label: _since2, ...earlier } = draft;
  const out = await unpack(headerAlone({ parcel: 1, draft: { ...earlier, schema: 1 }, documents: [], files: [] }));
  expect(out.draft).toEqual({ ...draft, label: '' });
});

test.each([
  ['a draft', { parcel: 1, draft: { ...draft, schema: 99 }, documents: [], files: [] }],
  ['a bundle', { parcel: 2 }],
])('%s of a later version is too new, and not broken', async (_what, about) => {
  await expect(unpack(headerAlone(about))).rejects.toBeInstanceOf(BundleTooNew);
});

test.each([
  ['nothing', new Blob([])],
  ['what is no JSON', new Blob([new Uint8Array([0, 0, 0, 2]), '{]'])],
  ['another thing', headerAlone({ parcel: 1, draft: { schema: 2 }, documents: [], files: [] })],
  ['a file that is cut', pack(bundle).slice(0, -1)],
  ['a file with something behind it', new Blob([pack(bundle), 'x'])],
])('%s is no draft', async (_what, file) => {
  await expect(unpack(file)).rejects.toBeInstanceOf(NoDraftBundle);
});
