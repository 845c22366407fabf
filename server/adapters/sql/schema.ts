import sql, { raw } from 'sql-template-tag';
import { markKind, type Owner } from './kind.ts';
import type { Run } from './store.ts';
import { COUNTING, countUploads } from './upload-counts.ts';

export type Migrations = Readonly<Record<string, readonly string[]>>;

/** The schema of the build of 2026-11-23, the oldest whose ledgers are opened. */
const FIRST = [
  `create table submissions (
    id text primary key, kind text not null, version integer not null, revision integer not null, digest text not null,
    status text not null, stages text not null, offer_id text unique, application_id text unique, submitted_at text,
    retry_at text, retries integer not null, failing_since text, purged_at text,
    created_at text not null, updated_at text not null
  )`,
  // Only unfinished submissions are searched by status, so the index stays small.
  `create index submissions_unfinished on submissions (status, retry_at) where status <> 'processed'`,
  'create index submissions_unpurged on submissions (updated_at) where purged_at is null',
  'create table bodies (submission_id text not null, revision integer not null, body text not null)',
  'create unique index bodies_key on bodies (submission_id, revision)',
  `create table outputs (
    submission_id text not null, revision integer not null, stage text not null, output text not null
  )`,
  'create unique index outputs_key on outputs (submission_id, revision, stage)',
  // The SHA-256 is known once an upload is whole. `claimed`: the current revision of the draft's submission names it.
  `create table uploads (
    id text primary key, draft_id text not null, slot text not null, name text not null, type text not null,
    size integer not null, created_at text not null, sha256 text, claimed integer not null default 0, client text
  )`,
  'create index uploads_draft on uploads (draft_id, created_at)',
  'create index uploads_age on uploads (created_at)',
  'create index uploads_unclaimed on uploads (created_at) where claimed = 0',
  'create index uploads_client on uploads (client, created_at, size) where client is not null',
  'create table ledger_facts (name text primary key, value text not null)',
  // When a node last tested whether it can write.
  'create table probes (part text primary key, at text not null)',
  'create table retry_requests (id text primary key, resend integer not null)',
];

/** Added since: transfers, the journal, the progress and size of uploads, and the sender of an application. */
const SINCE_FIRST = [
  // The transfers of documents and drafts.
  `create table relays (
    id text primary key, reader text not null, writer text not null, state text not null, expires_at text not null,
    max_bytes integer not null, upload_id text, kind text not null default 'document', claim text
  )`,
  'create index relays_age on relays (expires_at)',
  'create table journal (at text not null, who text not null, action text not null, what text not null, submission text)',
  'create index journal_age on journal (at)',
  'create index journal_submission on journal (submission, at)',
  // Bytes that had arrived at the end of the last request: not kept up to date once the SHA-256 is set.
  'alter table uploads add column received integer not null default 0',
  'alter table uploads add column received_at text',
  'alter table submissions add column client text',
  'drop index if exists uploads_unfinished',
];

/**
 * Migrations by name, forward only. Never change a released one. Nodes of the previous release must be able to continue
 * after each (docs/decisions/0006-several-machines.md): add tables, columns with a default and indexes; remove what a
 * release uses only two releases later.
 */
export const migrationsOf = (engine: 'sqlite' | 'postgres'): Migrations => ({
  '001-submissions-and-uploads': FIRST,
  // Earlier builds made these changes in several steps, which must not be repeated.
  '003-upkeep': [],
  '004-ledger-facts': [],
  '006-claims': [],
  '006-quotas': [],
  '006-readiness': [],
  '013-upload-counts': [...SINCE_FIRST, ...countUploads(COUNTING[engine])],
});
/** A ledger without this step is too old to open. */
const OLDEST_COMPLETE = '006-readiness';

export const HAS_SKIPPED = raw(`replace(stages, '"skipped":true', '') <> stages`);

/** No migrations, since tables may be large: each start builds missing ones, on PostgreSQL without blocking writes. */
const INDEXES: Readonly<Record<string, string>> = {
  // A covering index for the sums of unfinished submissions.
  uploads_active: 'uploads (received_at, client, size, received) where sha256 is null',
  submissions_client: 'submissions (client, created_at) where client is not null',
  submissions_skipped: `submissions (updated_at) where purged_at is null and ${HAS_SKIPPED.sql}`,
};

/** Builds the indexes that are missing; after `migrate`, and outside a transaction where `how` is concurrently. */
export async function createIndexes(run: Run, how: '' | 'concurrently' = ''): Promise<void> {
  for (const [name, columns] of Object.entries(INDEXES)) {
    await run(raw(`create index ${how} if not exists ${name} on ${columns}`));
  }
}

interface MigrateOptions {
  readonly run: Run;
  /** The statement that begins a transaction without other writers. */
  readonly begin: string;
  readonly migrations: Migrations;
  /** The required kind of the ledger; without it, the kind is neither checked nor set. */
  readonly owner?: Owner | undefined;
}

/**
 * Migrates a database to the newest schema of this program and marks its kind, in one transaction: if it rejects, nothing
 * was changed. A newer schema stays unchanged. Throws WrongKind for a ledger of the other kind, and TooOld.
 */
export async function migrate({ run, begin, migrations, owner }: MigrateOptions): Promise<void> {
  await run(raw(begin));
  try {
    await run(raw('create table if not exists kysely_migration (name text primary key, timestamp text not null)'));
    const rows = await run<{ name: string }>(raw('select name from kysely_migration'));
    const known = new Set(rows.map(({ name }) => name));
    if (known.size > 0 && !known.has(OLDEST_COMPLETE)) {
      throw new TooOld('The ledger is of a build before 2026-11-23: open it once with a build of that day');
    }
    for (const [name, statements] of Object.entries(migrations)) {
      if (known.has(name)) continue;
      for (const statement of statements) await run(raw(statement));
      await run(sql`insert into kysely_migration (name, timestamp) values (${name}, ${new Date().toISOString()})`);
    }
    if (owner) await markKind(run, owner);
    await run(raw('commit'));
  } catch (error) {
    // The error that ended the transaction is more useful than one of the rollback.
    await run(raw('rollback')).catch(() => undefined);
    throw error;
  }
}

/** Its message is for the operator. */
class TooOld extends Error {
  override readonly name = 'TooOld';
}
