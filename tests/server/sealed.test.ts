import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { decryptFile, encryptFile, newKey } from '#features/documents/transfer/encrypt-file.ts';
import { everythingIn } from '#tests/support/files-below.ts';
import { COMPILE_CACHE } from '#tests/support/start-flags.ts';
import { openRig, type Rig } from './support/rig.ts';
import { strangeSecret, transfersOf, viewIn } from './support/transfer-client.ts';

let rig: Rig;
let home: string;
let log: string;
beforeEach(async () => {
  log = '';
  rig = await openRig({
    log: (line) => {
      log += line;
    },
  });
  home = await mkdtemp(path.join(tmpdir(), 'sealed-'));
});
afterEach(async () => {
  await rig.close();
  await rm(home, { recursive: true, force: true });
});

/** Everything that lies in a directory, byte for byte. */
const bytesIn = async (directory: string) => Buffer.from(await everythingIn(directory), 'latin1');

interface Known {
  readonly sealed: Buffer;
  /** A route that was asked for. */
  readonly route: string;
  /** The key, as it is. */
  readonly raw: Buffer;
  readonly secrets: readonly string[];
}

/** Looks for all of it in the store, its backup and the log. */
async function expectNothingKnown({ sealed, route, raw, secrets }: Known): Promise<void> {
  const copy = path.join(home, 'copy');
  const env = { PATH: process.env.PATH, ...COMPILE_CACHE, DATA_DIR: rig.dataDir };
  await promisify(execFile)(process.execPath, ['server/backup.ts', 'backup', copy], { env });
  const places = { store: await bytesIn(rig.dataDir), backup: await bytesIn(copy), log: Buffer.from(log) };
  // It was all there to be found: the encrypted bytes are in the store.
  expect(places.store.includes(sealed.subarray(0, 4096))).toBe(true);
  expect(log).toContain(`"route":"${route}"`);
  const wanted = [...secrets, raw.toString('hex'), raw.toString('base64')];
  for (const [place, bytes] of Object.entries(places)) {
    const found = wanted.filter((secret) => bytes.includes(secret));
    expect({ place, found, hasKey: bytes.includes(raw) }).toEqual({ place, found: [], hasKey: false });
  }
}

test('neither store, ledger, log nor backup has the content, its name, the key, or a secret of either side', async () => {
  const transfers = transfersOf(rig.client);
  const { id, reader, writer } = await transfers.document();
  const { key, text } = await newKey();
  const raw = Buffer.from(await crypto.subtle.exportKey('raw', key));
  const file = new File(['%PDF-1.7 planted content '.repeat(50_000)], 'planted name.pdf', { type: 'application/pdf' });
  const sealed = Buffer.from(await (await encryptFile(file, key, id)).arrayBuffer());
  await transfers.open(id, writer);
  expect(viewIn(await transfers.send(id, writer, sealed)).state).toBe('arrived');

  await expectNothingKnown({
    sealed,
    route: '/api/transfers/:id/content',
    raw,
    secrets: ['planted content', 'planted name', text, reader, writer],
  });

  const got = await transfers.content(id, reader);
  const opened = await decryptFile(new Blob([new Uint8Array(got.bytes)]), key, id);
  expect([opened.name, opened.size]).toEqual(['planted name.pdf', file.size]);
});

test('of a draft in transfer neither store, ledger, log nor backup has the content, the key, or a secret of any device', async () => {
  const transfers = transfersOf(rig.client);
  const { id, reader, writer } = await transfers.draft();
  const { key, text } = await newKey();
  const raw = Buffer.from(await crypto.subtle.exportKey('raw', key));
  const file = new File(['{"familyName":"Planted name"}', '%PDF-1.7 planted content '.repeat(50_000)], 'draft');
  const sealed = Buffer.from(await (await encryptFile(file, key, id)).arrayBuffer());
  const half = Math.floor(sealed.length / 2);
  const size = sealed.length;
  await transfers.addPiece(id, writer, sealed.subarray(0, half), { offset: 0, size });
  await transfers.addPiece(id, writer, sealed.subarray(half), { offset: half, size });
  const claim = strangeSecret();
  expect(viewIn(await transfers.claim(id, reader, claim)).state).toBe('fetching');
  const got = await transfers.content(id, claim);
  expect((await decryptFile(new Blob([new Uint8Array(got.bytes)]), key, id)).size).toBe(file.size);
  await expectNothingKnown({
    sealed,
    route: '/api/transfers/:id/content',
    raw,
    secrets: ['planted content', 'Planted name', text, reader, writer, claim],
  });
});
