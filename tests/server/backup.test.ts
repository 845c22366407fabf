import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makePdf, sha256 } from '#tests/support/pdf.ts';
import { SLOW } from '#tests/support/slow.ts';
import { COMPILE_CACHE } from '#tests/support/start-flags.ts';
import { REQUIRED_SLOTS } from './support/client.ts';
import { openRig, type Rig } from './support/rig.ts';
import { forwardedHashes } from './support/upstream.ts';

let rig: Rig;
let home: string;
beforeEach(async () => {
  rig = await openRig();
  home = await mkdtemp(path.join(tmpdir(), 'backup-'));
});
afterEach(async () => {
  await rig.close();
  await rm(home, { recursive: true, force: true });
});

const at = (name: string) => path.join(home, name);

/** The command as the college runs it: what it said, or the words it failed with. */
const command = (name: 'backup' | 'restore', directory: string, dataDir: string): Promise<string> =>
  say([name, directory], { DATA_DIR: dataDir });

/** `npm run backup -- --note TIME`, which opens the ledger as the server does. */
const note = (time: string): Promise<string> =>
  say(['backup', '--note', time], { ...rig.upstream.env, DATA_DIR: rig.dataDir });

const say = (words: readonly string[], settings: Readonly<Record<string, string>>): Promise<string> =>
  promisify(execFile)(process.execPath, ['server/backup.ts', ...words], {
    env: { PATH: process.env.PATH, ...COMPILE_CACHE, ...settings },
  }).then(
    ({ stdout, stderr }) => stdout + stderr,
    ({ stderr }) => stderr,
  );

test('a backup of a running server is restored elsewhere, and what was unfinished is finished there, documents and all', async () => {
  const { client, upstream } = rig;
  const first = await client.student();
  await client.put(first);
  await client.processed(first.id);
  upstream.always('studentWorkflow', { status: 503 });
  const open = await client.student();
  await client.put(open);
  const stopped = await client.settled(open.id);

  // Other applicants keep working during the backup.
  let isOver = false;
  const others = (async () => {
    for (let i = 0; i < 100 && !isOver; i += 1) await client.put(await client.short());
  })();
  expect(await command('backup', at('copy'), rig.dataDir)).toMatch(/^Saved into .*: \d+ submissions, \d+ documents/);
  isOver = true;
  await others;

  expect(await command('restore', at('copy'), at('data'))).toMatch(/^Restored into /);
  upstream.always('studentWorkflow', undefined);
  const restored = await rig.restart({ DATA_DIR: at('data') });
  const done = await restored.processed(open.id);
  expect(done.offerId).toBe(stopped.offerId);
  expect(upstream.offers.get(done.offerId ?? '')).toBe(1);
  const call = upstream.of('fileWorkflow').find(({ key }) => key === open.id);
  if (call === undefined) throw new Error('nothing was forwarded');
  expect(forwardedHashes(call)).toEqual(REQUIRED_SLOTS.map((slot) => sha256(makePdf({ mark: slot }))));
  expect((await restored.processed(first.id)).status).toBe('processed');
  const later = await restored.student();
  expect((await restored.put(later)).status).toBe(202);
});

const takenAtOf = async () =>
  Number(/^backup_taken_timestamp_seconds (\S+)$/m.exec((await rig.client.get('/metrics')).text)?.[1]);

test('a backup is noted for the figures when it is whole, and not before', SLOW, async () => {
  expect(await takenAtOf()).toBe(0);
  await writeFile(at('something'), '');
  expect(await command('backup', home, rig.dataDir)).toContain('is not empty');
  expect(await takenAtOf()).toBe(0);
  await command('backup', at('copy'), rig.dataDir);
  const { takenAt } = JSON.parse(await readFile(at('copy/backup.json'), 'utf8'));
  expect(await takenAtOf()).toBe(Date.parse(takenAt) / 1000);
});

test('a restored ledger knows the backup that it was made from', SLOW, async () => {
  await command('backup', at('copy'), rig.dataDir);
  await command('restore', at('copy'), at('restored'));
  const { takenAt } = JSON.parse(await readFile(at('copy/backup.json'), 'utf8'));
  const restored = new DatabaseSync(at('restored/ledger.sqlite'), { readOnly: true });
  const noted = restored.prepare("select value from ledger_facts where name = 'backup-taken-at'").get();
  restored.close();
  expect(noted).toEqual({ value: takenAt });
});

test('a backup that other tools have taken is noted with its time, which is not in the future', SLOW, async () => {
  const begun = new Date(Date.now() - 3_600_000).toISOString();
  expect(await note(begun)).toBe(`Noted: a backup as of ${begun}\n`);
  expect(await takenAtOf()).toBe(Date.parse(begun) / 1000);
  expect(await note(new Date(Date.now() + 3_600_000).toISOString())).toContain('in the future');
  for (const wrong of ['yesterday', '2026', '']) expect(await note(wrong)).toContain('Please say when');
  expect(await command('restore', '--note', rig.dataDir)).toContain('Please say which directory');
  expect(await takenAtOf()).toBe(Date.parse(begun) / 1000);
});

test('a document that is damaged is named, and does not prevent a backup of the rest', async () => {
  const { client } = rig;
  const application = await client.short();
  await client.put(application);
  await client.processed(application.id);
  const { uploadId, size } = await client.upload(randomUUID(), 'cv');
  await writeFile(path.join(rig.dataDir, 'uploads', uploadId), Buffer.alloc(size));
  const said = await command('backup', at('copy'), rig.dataDir);
  expect(said).toMatch(/^Saved into .*: 1 submissions, 2 documents/);
  expect(said).toContain(`Not what the ledger says of them, kept as they are: ${uploadId}`);
  await command('restore', at('copy'), at('data'));
  const restored = await rig.restart({ DATA_DIR: at('data') });
  expect((await restored.processed(application.id)).status).toBe('processed');
});

test('a backup into the data directory is refused, and leaves nothing there', async () => {
  for (const inside of [rig.dataDir, path.join(rig.dataDir, 'backups/today')]) {
    expect(await command('backup', inside, rig.dataDir)).toMatch(/ is in DATA_DIR: a backup belongs on another disk/);
  }
  expect(existsSync(path.join(rig.dataDir, 'backups'))).toBe(false);
});

test('a backup is taken into an empty directory only', async () => {
  await writeFile(at('something'), '');
  expect(await command('backup', home, rig.dataDir)).toContain('is not empty');
});

test(
  'a restore puts nothing over a ledger that is there, under a server that runs, or from half a backup',
  SLOW,
  async () => {
    await command('backup', at('copy'), rig.dataDir);
    expect(await command('restore', at('copy'), rig.dataDir)).toContain('is in use by another server');
    await command('restore', at('copy'), at('data'));
    expect(await command('restore', at('copy'), at('data'))).toContain('has a ledger already');
    const manifest = await readFile(at('copy/backup.json'), 'utf8');
    await writeFile(at('copy/backup.json'), manifest.slice(0, -5));
    expect(await command('restore', at('copy'), at('other'))).toContain('is not a whole backup');
    expect(existsSync(at('other/ledger.sqlite'))).toBe(false);
    await rm(at('copy/backup.json'));
    expect(await command('restore', at('copy'), at('other'))).toContain('is not a whole backup');
    expect(existsSync(at('other/ledger.sqlite'))).toBe(false);
  },
);
