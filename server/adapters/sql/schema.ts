import { type Kysely, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration';
import type { TransferKind, TransferState } from '#contract/transfers.ts';
import type { SubmissionKind, SubmissionStatus } from '#domain/submission/stages.ts';
import type { JournalEntry } from '../../ports/personal-data.ts';
import { HAS_SKIPPED } from './skipped.ts';
import { countUploads } from './upload-counts.ts';

export interface SubmissionRow {
  id: string;
  kind: SubmissionKind;
  version: number;
  revision: number;
  digest: string;
  status: SubmissionStatus;
  /** JSON of the stage records. */
  stages: string;
  offer_id: string | null;
  application_id: string | null;
  submitted_at: string | null;
  retry_at: string | null;
  retries: number;
  failing_since: string | null;
  purged_at: string | null;
  /** Who sent it, unreadable, for a day. */
  client: string | null;
  created_at: string;
  updated_at: string;
}

export interface Tables {
  submissions: SubmissionRow;
  bodies: { submission_id: string; revision: number; body: string };
  outputs: { submission_id: string; revision: number; stage: string; output: string };
  /** What the staff want to have tried again; `resend` is 1 or 0, or 2 for skipped documents. */
  retry_requests: { id: string; resend: number };
  /** What the staff did with the data of persons. */
  journal: { at: string; who: string; action: JournalEntry['action']; submission: string | null; what: string };
  /** What the ledger knows of itself, by name. */
  ledger_facts: { name: string; value: string };
  /** When a node tried last whether it can write. */
  probes: { part: string; at: string };
  uploads: {
    id: string;
    draft_id: string;
    slot: string;
    name: string;
    type: string;
    size: number;
    created_at: string;
    /** Of the file that the browser has, where it said so. */
    announced_sha256: string | null;
    sha256: string | null;
    /** 1 while the current revision of the draft's submission names it, else 0. */
    claimed: number;
    /** Who registered it, unreadable, for a day. */
    client: string | null;
    /** Bytes that had arrived at the end of the last request. Not kept up to date once `sha256` is set. */
    received: number;
    /** When the last of them came, or when it was registered. */
    received_at: string | null;
  };
  /** What uploads hold: of a client by its name, and of all under the empty name. */
  upload_counts: { name: string; uploads: string | number; bytes: string | number };
  /** Transfers of documents and drafts (transfers.ts). */
  relays: {
    id: string;
    reader: string;
    writer: string;
    max_bytes: number;
    state: TransferState;
    upload_id: string | null;
    expires_at: string;
    kind: TransferKind;
    /** Who takes a draft, as a digest. */
    claim: string | null;
  };
}

const none: Migration = { up: async () => undefined };

/** The schema of the build of 2026-11-23, the oldest whose ledgers are opened. */
const first: Migration = {
  up: async (db: Kysely<unknown>) => {
    await createSubmissions(db);
    await createAttachment(db, 'bodies', [], 'body');
    await createAttachment(db, 'outputs', ['stage'], 'output');
    await createUploads(db);
    await createTexts(db, 'ledger_facts', ['value'], 'name').execute();
    await createTexts(db, 'probes', ['at'], 'part').execute();
    await db.schema
      .createTable('retry_requests')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('resend', 'integer', (column) => column.notNull())
      .execute();
  },
};

/** A table of texts, all of them there. */
function createTexts(db: Kysely<unknown>, name: string, columns: readonly string[], key?: string) {
  let table = db.schema.createTable(name);
  if (key !== undefined) table = table.addColumn(key, 'text', (column) => column.primaryKey());
  for (const column of columns) table = table.addColumn(column, 'text', (built) => built.notNull());
  return table;
}

async function createSubmissions(db: Kysely<unknown>) {
  await createTexts(db, 'submissions', ['kind', 'digest', 'status', 'stages', 'created_at', 'updated_at'], 'id')
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('retries', 'integer', (column) => column.notNull())
    .addColumn('offer_id', 'text', (column) => column.unique())
    .addColumn('application_id', 'text', (column) => column.unique())
    .addColumn('submitted_at', 'text')
    .addColumn('retry_at', 'text')
    .addColumn('failing_since', 'text')
    .addColumn('purged_at', 'text')
    .execute();
  // Only what is unfinished is looked for by status: the index stays small however many are processed.
  await db.schema
    .createIndex('submissions_unfinished')
    .on('submissions')
    .columns(['status', 'retry_at'])
    .where('status' as never, '!=', 'processed' as never)
    .execute();
  await db.schema
    .createIndex('submissions_unpurged')
    .on('submissions')
    .column('updated_at')
    .where('purged_at' as never, 'is', null)
    .execute();
}

async function createAttachment(db: Kysely<unknown>, name: string, keys: readonly string[], content: string) {
  await createTexts(db, name, ['submission_id', ...keys, content])
    .addColumn('revision', 'integer', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex(`${name}_key`)
    .unique()
    .on(name)
    .columns(['submission_id', 'revision', ...keys])
    .execute();
}

async function createUploads(db: Kysely<unknown>) {
  await createTexts(db, 'uploads', ['draft_id', 'slot', 'name', 'type', 'created_at'], 'id')
    .addColumn('size', 'integer', (column) => column.notNull())
    .addColumn('sha256', 'text')
    .addColumn('claimed', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('client', 'text')
    .execute();
  // Each has all that its question needs, so that nothing else is read.
  await db.schema.createIndex('uploads_draft').on('uploads').columns(['draft_id', 'created_at']).execute();
  await db.schema.createIndex('uploads_age').on('uploads').column('created_at').execute();
  await db.schema
    .createIndex('uploads_unclaimed')
    .on('uploads')
    .column('created_at')
    .where('claimed' as never, '=', sql.lit(0) as never)
    .execute();
  await db.schema
    .createIndex('uploads_client')
    .on('uploads')
    .columns(['client', 'created_at', 'size'])
    .where('client' as never, 'is not', null)
    .execute();
}

/** What came since: relays, the journal, how far uploads have come and what they hold, and who sent an application. */
const sinceFirst: Migration = {
  up: async (db: Kysely<unknown>) => {
    await createTexts(db, 'relays', ['reader', 'writer', 'state', 'expires_at'], 'id')
      .addColumn('max_bytes', 'integer', (column) => column.notNull())
      .addColumn('upload_id', 'text')
      .addColumn('kind', 'text', (column) => column.notNull().defaultTo('document'))
      .addColumn('claim', 'text')
      .execute();
    await db.schema.createIndex('relays_age').on('relays').column('expires_at').execute();
    await createTexts(db, 'journal', ['at', 'who', 'action', 'what']).addColumn('submission', 'text').execute();
    await db.schema.createIndex('journal_age').on('journal').column('at').execute();
    await db.schema.createIndex('journal_submission').on('journal').columns(['submission', 'at']).execute();
    await db.schema
      .alterTable('uploads')
      .addColumn('received', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema.alterTable('uploads').addColumn('received_at', 'text').execute();
    await db.schema.alterTable('submissions').addColumn('client', 'text').execute();
    await db.schema.dropIndex('uploads_unfinished').ifExists().execute();
    await countUploads(db);
  },
};

/**
 * Migrations in order of their names. They go forward only; one that was released is never changed, and each leaves the
 * schema such that nodes of the release before can go on (docs/decisions/0006-several-machines.md): tables, columns with a
 * default and indexes may come; nothing that is read or written may go before the release after.
 */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '001-submissions-and-uploads': first,
  // What the builds of before made in steps: a build that knows them does not make them again.
  '003-upkeep': none,
  '004-ledger-facts': none,
  '006-claims': none,
  '006-quotas': none,
  '006-readiness': none,
  '013-upload-counts': sinceFirst,
};
/** A ledger without this step is of a build before the oldest whose ledgers are opened. */
const OLDEST_COMPLETE = '006-readiness';

/**
 * Indexes of tables that may be large, by name. They are no migrations: each start builds those that are missing, on
 * PostgreSQL without keeping writes waiting.
 */
const INDEXES: Readonly<Record<string, string>> = {
  // Has all that the sums of what is under way need.
  uploads_active: 'uploads (received_at, client, size, received) where sha256 is null',
  submissions_client: 'submissions (client, created_at) where client is not null',
  submissions_skipped: `submissions (updated_at) where purged_at is null and ${HAS_SKIPPED}`,
};

/** Builds the indexes that are missing; after `migrate`, and outside a transaction where `how` is concurrently. */
export async function createIndexes(db: Kysely<Tables>, how: '' | 'concurrently' = ''): Promise<void> {
  for (const [name, columns] of Object.entries(INDEXES)) {
    await sql.raw(`create index ${how} if not exists ${name} on ${columns}`).execute(db);
  }
}

/**
 * Brings a database to the newest schema that this program knows; rejects when it cannot. Several nodes may do so at
 * once (Kysely takes a lock), and a node that starts on a newer schema than its own leaves it as it is.
 */
export async function migrate(db: Kysely<Tables>, migrations = MIGRATIONS): Promise<void> {
  // Asked for before the migrator takes the only connection that SQLite has.
  const all = { ...(await migrationsOfNewerNodes(db, migrations)), ...migrations };
  const getMigrations = async () => ({ ...all });
  const { error } = await new Migrator({ db, provider: { getMigrations } }).migrateToLatest();
  if (error !== undefined) throw error;
}

/** What the database has and we do not know, as migrations with nothing to do. */
async function migrationsOfNewerNodes(db: Kysely<Tables>, known: Readonly<Record<string, Migration>>) {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return {};
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(db);
  if (rows.length > 0 && !rows.some(({ name }) => name === OLDEST_COMPLETE)) {
    throw new TooOld('The ledger is of a build before 2026-11-23: open it once with a build of that day');
  }
  const newer = rows.filter(({ name }) => known[name] === undefined);
  return Object.fromEntries(newer.map(({ name }) => [name, { up: async () => undefined }]));
}

/** Its message is for the operator. */
class TooOld extends Error {
  override readonly name = 'TooOld';
}
