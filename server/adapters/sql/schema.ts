import { type Kysely, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration';
import type { RelayKind, RelayState } from '#contract/relays.ts';
import type { SubmissionKind, SubmissionStatus } from '#domain/submission/stages.ts';
import type { JournalEntry } from '../../ports/personal-data.ts';
import { namedByBody } from './named-by-body.ts';

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
  /** What the staff want to have tried again; `resend` is 1 or 0. */
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
    sha256: string | null;
    /** 1 while the current revision of the draft's submission names it, else 0. */
    claimed: number;
    /** Who registered it, unreadable, for a day. */
    client: string | null;
    /** Bytes that had arrived at the end of the last request. Not kept up to date once `sha256` is set. */
    received: number;
    /** When the last of them came. */
    received_at: string | null;
  };
  relays: {
    id: string;
    reader: string;
    writer: string;
    max_bytes: number;
    state: RelayState;
    upload_id: string | null;
    expires_at: string;
    kind: RelayKind;
    /** Who takes a draft, as a digest. */
    claim: string | null;
  };
}

const first: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('submissions')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('revision', 'integer', (column) => column.notNull())
      .addColumn('digest', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('stages', 'text', (column) => column.notNull())
      .addColumn('offer_id', 'text', (column) => column.unique())
      .addColumn('application_id', 'text', (column) => column.unique())
      .addColumn('submitted_at', 'text')
      .addColumn('retry_at', 'text')
      .addColumn('retries', 'integer', (column) => column.notNull())
      .addColumn('failing_since', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .execute();
    // Only what is unfinished is looked for by status: the index stays small however many are processed.
    await db.schema
      .createIndex('submissions_unfinished')
      .on('submissions')
      .columns(['status', 'retry_at'])
      .where('status' as never, '!=', 'processed' as never)
      .execute();
    await createAttachment(db, 'bodies', [], 'body');
    await createAttachment(db, 'outputs', ['stage'], 'output');
    await createUploads(db);
  },
};

async function createAttachment(db: Kysely<unknown>, name: string, keys: readonly string[], content: string) {
  let table = db.schema
    .createTable(name)
    .addColumn('submission_id', 'text', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull());
  for (const key of keys) table = table.addColumn(key, 'text', (column) => column.notNull());
  await table.addColumn(content, 'text', (column) => column.notNull()).execute();
  await db.schema
    .createIndex(`${name}_key`)
    .unique()
    .on(name)
    .columns(['submission_id', 'revision', ...keys])
    .execute();
}

async function createUploads(db: Kysely<unknown>) {
  let table = db.schema.createTable('uploads').addColumn('id', 'text', (column) => column.primaryKey());
  for (const name of ['draft_id', 'slot', 'name', 'type', 'created_at']) {
    table = table.addColumn(name, 'text', (column) => column.notNull());
  }
  await table
    .addColumn('size', 'integer', (column) => column.notNull())
    .addColumn('sha256', 'text')
    .execute();
  await db.schema.createIndex('uploads_draft').on('uploads').columns(['draft_id', 'created_at']).execute();
  await db.schema.createIndex('uploads_age').on('uploads').column('created_at').execute();
}

const upkeep: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('submissions').addColumn('purged_at', 'text').execute();
    await db.schema
      .createIndex('submissions_unpurged')
      .on('submissions')
      .column('updated_at')
      .where('purged_at' as never, 'is', null)
      .execute();
    await db.schema
      .createTable('retry_requests')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('resend', 'integer', (column) => column.notNull())
      .execute();
  },
};

const facts: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('ledger_facts')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('value', 'text', (column) => column.notNull())
      .execute();
  },
};

const claims: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable('uploads')
      .addColumn('claimed', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    // What the submissions of the release before name, which noted it in their bodies only.
    await sql`update uploads set claimed = 1 where ${namedByBody}`.execute(db);
    await db.schema
      .createIndex('uploads_unclaimed')
      .on('uploads')
      .column('created_at')
      .where('claimed' as never, '=', sql.lit(0) as never)
      .execute();
  },
};

const quotas: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('uploads').addColumn('client', 'text').execute();
    // Each has all that its question needs, so that nothing else is read.
    await db.schema
      .createIndex('uploads_client')
      .on('uploads')
      .columns(['client', 'created_at', 'size'])
      .where('client' as never, 'is not', null)
      .execute();
    await db.schema.createIndex('uploads_size').on('uploads').column('size').execute();
    await db.schema
      .createIndex('uploads_unfinished')
      .on('uploads')
      .columns(['created_at', 'size'])
      .where('sha256' as never, 'is', null)
      .execute();
  },
};

const readiness: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('probes')
      .addColumn('part', 'text', (column) => column.primaryKey())
      .addColumn('at', 'text', (column) => column.notNull())
      .execute();
  },
};

const relays: Migration = {
  up: async (db: Kysely<unknown>) => {
    let table = db.schema.createTable('relays').addColumn('id', 'text', (column) => column.primaryKey());
    for (const name of ['reader', 'writer', 'state', 'expires_at']) {
      table = table.addColumn(name, 'text', (column) => column.notNull());
    }
    await table
      .addColumn('max_bytes', 'integer', (column) => column.notNull())
      .addColumn('upload_id', 'text')
      .execute();
    await db.schema.createIndex('relays_age').on('relays').column('expires_at').execute();
  },
};

const handovers: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable('relays')
      .addColumn('kind', 'text', (column) => column.notNull().defaultTo('document'))
      .execute();
    await db.schema.alterTable('relays').addColumn('claim', 'text').execute();
  },
};

const journal: Migration = {
  up: async (db: Kysely<unknown>) => {
    let table = db.schema.createTable('journal');
    for (const name of ['at', 'who', 'action', 'what'])
      table = table.addColumn(name, 'text', (column) => column.notNull());
    await table.addColumn('submission', 'text').execute();
    await db.schema.createIndex('journal_age').on('journal').column('at').execute();
    await db.schema.createIndex('journal_submission').on('journal').columns(['submission', 'at']).execute();
  },
};

const arrivals: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable('uploads')
      .addColumn('received', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema.alterTable('uploads').addColumn('received_at', 'text').execute();
    // Has all that the sums of what is under way need; the one before had not.
    await db.schema
      .createIndex('uploads_under_way')
      .on('uploads')
      .columns(['created_at', 'size', 'received', 'received_at'])
      .where('sha256' as never, 'is', null)
      .execute();
    await db.schema.dropIndex('uploads_unfinished').execute();
  },
};

const senders: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('submissions').addColumn('client', 'text').execute();
    await db.schema
      .createIndex('submissions_client')
      .on('submissions')
      .columns(['client', 'created_at'])
      .where('client' as never, 'is not', null)
      .execute();
  },
};

/**
 * Migrations in order of their names. They go forward only; one that was released is never changed, and each leaves the
 * schema such that nodes of the release before can go on (docs/decisions/several-machines.md): tables, columns with a
 * default and indexes may come; nothing that is read or written may go before the release after.
 */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '001-submissions-and-uploads': first,
  '003-upkeep': upkeep,
  '004-ledger-facts': facts,
  '006-claims': claims,
  '006-quotas': quotas,
  '006-readiness': readiness,
  '008-relays': relays,
  '009-handovers': handovers,
  '010-journal': journal,
  '011-arrivals': arrivals,
  '012-senders': senders,
};

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
  const newer = rows.filter(({ name }) => known[name] === undefined);
  return Object.fromEntries(newer.map(({ name }) => [name, { up: async () => undefined }]));
}
