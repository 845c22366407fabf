import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import * as v from 'valibot';
import type { NoteName } from '../../ports/ledger-notes.ts';
import { closeToOthers } from '../disk/private.ts';
import { makeLastingDirectory, syncPath } from '../disk/sync-path.ts';
import { lockDirectory } from '../lock-file.ts';
import type { LedgerKind } from '../sql/kind.ts';

const LEDGER = 'ledger.sqlite';
const UPLOADS = 'uploads';
/** Written last: a backup without it is incomplete. */
const MANIFEST = 'backup.json';

const Manifest = v.object({
  /** ISO date-time of the ledger's snapshot. */
  takenAt: v.string(),
  submissions: v.number(),
  documents: v.number(),
  /** Documents that are not what the ledger says of them, copied as they are: their applications ask for them again. */
  damaged: v.exactOptional(v.array(v.string())),
  /** The kind of the ledger; absent in backups of earlier releases. */
  kind: v.exactOptional(v.picklist(['real', 'demo'])),
});

export type Backup = v.InferOutput<typeof Manifest>;

/**
 * Copies ledger and documents of a data directory into a new one, also beside a running server. First comes a snapshot of
 * the ledger. Documents of unfinished applications are never removed, so they still exist afterwards. Documents removed in
 * between are also removed from the copied ledger. Documents with a wrong hash are reported and copied.
 */
export async function takeBackup(dataDir: string, target: string): Promise<Backup> {
  if (!existsSync(path.join(dataDir, LEDGER))) throw new Error(`There is no ledger in ${dataDir}`);
  await makeEmptyDirectory(target);
  makeLastingDirectory(path.join(target, UPLOADS), target);
  keepPrivate(target);
  const takenAt = new Date().toISOString();
  snapshot(path.join(dataDir, LEDGER), path.join(target, LEDGER));
  const copy = new DatabaseSync(path.join(target, LEDGER));
  try {
    const { documents, damaged } = await copyDocuments(copy, path.join(dataDir, UPLOADS), path.join(target, UPLOADS));
    const submissions = Number(copy.prepare('select count(*) as n from submissions').get()?.n);
    const kind = kindOf(copy);
    copy.close();
    syncBelow(target);
    const backup: Backup = {
      takenAt,
      submissions,
      documents,
      ...(damaged.length > 0 && { damaged }),
      ...(kind && { kind }),
    };
    await writeFile(path.join(target, MANIFEST), JSON.stringify(backup), { flush: true });
    syncPath(target);
    return backup;
  } finally {
    if (copy.isOpen) copy.close();
  }
}

/** Syncs the ledger and all names to the disk before the manifest is written. */
function syncBelow(directory: string): void {
  for (const name of [LEDGER, UPLOADS, '.']) syncPath(path.join(directory, name));
}

/**
 * Restores a backup into a data directory without a ledger, which no server uses. The ledger comes last, so that an
 * interrupted restore leaves no ledger and can be repeated.
 */
export async function restoreBackup(source: string, dataDir: string): Promise<Backup> {
  const text = await readFile(path.join(source, MANIFEST), 'utf8').catch(() => undefined);
  if (text === undefined) throw new Error(`${source} is not a whole backup: it has no ${MANIFEST}`);
  const manifest = v.safeParse(v.pipe(v.string(), v.parseJson(), Manifest), text);
  if (!manifest.success) throw new Error(`${source} is not a whole backup: its ${MANIFEST} cannot be read`);
  makeLastingDirectory(path.join(dataDir, UPLOADS), dataDir);
  const unlock = lockDirectory(dataDir);
  try {
    if (existsSync(path.join(dataDir, LEDGER))) {
      throw new Error(`DATA_DIR ${dataDir} has a ledger already; move it away first`);
    }
    for (const name of await readdir(path.join(source, UPLOADS))) {
      await copyFile(path.join(source, UPLOADS, name), path.join(dataDir, UPLOADS, name));
    }
    const arriving = path.join(dataDir, `${LEDGER}.restored`);
    await copyFile(path.join(source, LEDGER), arriving);
    for (const rest of ['-wal', '-shm']) await rm(path.join(dataDir, LEDGER + rest), { force: true });
    syncPath(path.join(dataDir, UPLOADS));
    await rename(arriving, path.join(dataDir, LEDGER));
    syncPath(dataDir);
    return manifest.output;
  } finally {
    unlock();
  }
}

async function makeEmptyDirectory(target: string): Promise<void> {
  await mkdir(target, { recursive: true });
  if ((await readdir(target)).length > 0) throw new Error(`${target} is not empty; a backup needs an empty directory`);
}

/** Makes an existing directory private. */
function keepPrivate(target: string): void {
  if (closeToOthers(target).length > 0) throw new Error(`${target} belongs to another user, and can be read by others`);
}

/** Copies the database in one read transaction, which blocks no writer. */
function snapshot(file: string, target: string): void {
  const database = new DatabaseSync(file, { timeout: 5000 });
  try {
    database.prepare('vacuum into ?').run(target);
  } finally {
    database.close();
  }
}

/**
 * Saves the time of a backup in the ledger, for the metric. Works beside a running server and for ledgers of other
 * releases, whose schema does not change. Throws if the ledger cannot be written.
 */
export function noteBackup(dataDir: string, { takenAt }: Backup): void {
  const database = new DatabaseSync(path.join(dataDir, LEDGER), { timeout: 5000 });
  try {
    if (!hasFacts(database)) return;
    database
      .prepare(
        'insert into ledger_facts (name, value) values (?, ?) on conflict (name) do update set value = excluded.value',
      )
      .run('backup-taken-at' satisfies NoteName, takenAt);
  } finally {
    database.close();
  }
}

const hasFacts = (database: DatabaseSync) =>
  database.prepare("select 1 from sqlite_master where name = 'ledger_facts'").get() !== undefined;

/** The kind goes with the copy: a server of the other kind refuses the restored ledger, as it would the original. */
function kindOf(copy: DatabaseSync): LedgerKind | undefined {
  if (!hasFacts(copy)) return undefined;
  const value = copy.prepare("select value from ledger_facts where name = 'kind'").get()?.value;
  return value === 'demo' || value === 'real' ? value : undefined;
}

async function copyDocuments(copy: DatabaseSync, from: string, to: string) {
  let documents = 0;
  const damaged: string[] = [];
  for (const { id, sha256 } of copy.prepare('select id, sha256 from uploads').all()) {
    const name = String(id);
    const found = await copyFile(path.join(from, name), path.join(to, name)).catch(ignoreMissing);
    if (found === undefined) {
      copy.prepare('delete from uploads where id = ?').run(name);
      continue;
    }
    if (sha256 !== null && found !== sha256) damaged.push(name);
    documents += 1;
  }
  return { documents, damaged };
}

/** Copies a file onto the disk; its SHA-256 in hex. */
async function copyFile(from: string, to: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(
    createReadStream(from),
    async function* (blocks: AsyncIterable<Buffer>) {
      for await (const block of blocks) {
        hash.update(block);
        yield block;
      }
    },
    createWriteStream(to, { flush: true, mode: 0o600 }),
  );
  return hash.digest('hex');
}

function ignoreMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}
