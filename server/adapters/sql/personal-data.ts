import { type Kysely, type SqlBool, sql } from 'kysely';
import type { SubmissionRecord } from '../../ports/ledger.ts';
import type { JournalEntry, KeptBody, ListFilter, ListPlace, PersonalData } from '../../ports/personal-data.ts';
import { SUBMISSION_COLUMNS, toRecord } from './rows.ts';
import type { Tables } from './schema.ts';
import { hasSkipped } from './skipped.ts';
import type { Store } from './store.ts';
import { stripping, UNFINISHED } from './upkeep.ts';

/** What the staff ask, the same queries for SQLite and PostgreSQL (docs/decisions/0016-personal-data-and-secrets.md). */
export function createSqlPersonalData(store: Store): PersonalData {
  const db = store.build;
  return {
    idsBetween: async (first, last, limit) => {
      const query = db.selectFrom('submissions').select('id').where('id', '>=', first).where('id', '<=', last);
      return (await store.rows(query.orderBy('id').limit(limit).compile())).map(({ id }) => id);
    },
    byReference: async (reference) => {
      const query = db
        .selectFrom('submissions')
        .select(SUBMISSION_COLUMNS)
        .where((where) => where.or([where('offer_id', '=', reference), where('application_id', '=', reference)]))
        .limit(1);
      const [row] = await store.rows(query.compile());
      return row && toRecord(row);
    },
    referring: (recordsReference, limit, after = '') => referring(store, { text: recordsReference, limit, after }),
    mentioning: (texts, limit, after = '') => mentioning(store, { texts, limit, after }),
    list: (filter, limit, after) => listed(store, { filter, limit, after }),
    keptOf: async (id) => {
      const [bodies, outputs] = await Promise.all([
        store.rows(
          db
            .selectFrom('bodies')
            .select(['revision', 'body'])
            .where('submission_id', '=', id)
            .orderBy('revision')
            .compile(),
        ),
        store.rows(
          db
            .selectFrom('outputs')
            .select(['revision', 'stage', 'output'])
            .where('submission_id', '=', id)
            .orderBy('revision')
            .compile(),
        ),
      ]);
      return {
        bodies: bodies.map(({ revision, body }) => ({ revision, body: JSON.parse(body) })),
        outputs: outputs.map(({ output, ...rest }) => ({ ...rest, output: JSON.parse(output) })),
      };
    },
    erase: async (record, entry) => {
      const isSaved = await store.write([
        ...stripping(db, record),
        db.deleteFrom('retry_requests').where('id', '=', record.id).compile(),
        noting(db, entry),
      ]);
      return isSaved ? 'saved' : 'superseded';
    },
    note: async (entry) => {
      await store.write([noting(db, entry)]);
    },
    journal: async (limit, submission) => {
      let query = db.selectFrom('journal').select(['at', 'who', 'action', 'submission', 'what']);
      if (submission !== undefined) query = query.where('submission', '=', submission);
      const rows = await store.rows(query.orderBy('at', 'desc').limit(limit).compile());
      return rows.toReversed().map(({ submission: of, ...rest }) => ({
        ...rest,
        ...(of === null ? {} : { submission: of }),
      }));
    },
  };
}

const noting = (
  db: Kysely<Tables>,
  { submission = null, ...entry }: Omit<JournalEntry, 'submission'> & { submission?: string | null },
) =>
  db
    .insertInto('journal')
    .values({ ...entry, submission })
    .compile();

/** Spaces, hyphens and case aside, as both sides of a comparison. */
const squeezed = sql<string>`replace(replace(lower(body), ' ', ''), '-', '')`;

interface Page {
  readonly limit: number;
  readonly after: string;
}

const escaped = (text: string) => text.replaceAll(/[!%_]/g, '!$&');

/** A page of submissions by their ids, and what is in it by the text of the stages. */
async function referring(store: Store, { text, limit, after }: Page & { readonly text: string }) {
  const all = store.build.selectFrom('submissions').where('id', '>', after);
  const [last] = await store.rows(
    all
      .select('id')
      .orderBy('id')
      .offset(limit - 1)
      .limit(1)
      .compile(),
  );
  const pattern = `%"reference":${escaped(JSON.stringify(text))}%`;
  let page = all.select(SUBMISSION_COLUMNS).where(sql<SqlBool>`stages like ${pattern} escape '!'`);
  if (last !== undefined) page = page.where('id', '<=', last.id);
  const records = (await store.rows(page.compile())).map(toRecord);
  return { records, ...(last === undefined ? {} : { next: last.id }) };
}

/** A page by the index of the bodies' keys, and what is in it by its text: no statement takes longer with more bodies. */
async function mentioning(store: Store, { texts, limit, after }: Page & { readonly texts: readonly string[] }) {
  const bodies = store.build.selectFrom('bodies').where('submission_id', '>', after);
  const bound = bodies
    .select('submission_id')
    .orderBy('submission_id')
    .offset(limit - 1)
    .limit(1);
  const [last] = await store.rows(bound.compile());
  let page = bodies.select(['submission_id', 'revision', 'body']);
  for (const text of texts) {
    // As JSON has it, and as `like` takes it literally.
    const sought = JSON.stringify(text.toLowerCase().replaceAll(/[ -]/g, '')).slice(1, -1);
    page = page.where(sql<SqlBool>`${squeezed} like ${`%${escaped(sought)}%`} escape '!'`);
  }
  if (last !== undefined) page = page.where('submission_id', '<=', last.submission_id);
  const rows = await store.rows(page.compile());
  const found = rows.map(
    ({ submission_id: id, revision, body }): KeptBody => ({ id, revision, body: JSON.parse(body) }),
  );
  return { bodies: found, ...(last === undefined ? {} : { next: last.submission_id }) };
}

interface Listing {
  readonly filter: ListFilter;
  readonly limit: number;
  readonly after: ListPlace | undefined;
}

/** What has personal data is read by one index, by its last change; the rest, which is most of it after years, by its id. */
async function listed(store: Store, listing: Listing): Promise<readonly SubmissionRecord[]> {
  const { filter, limit, after } = listing;
  const isPast = after?.purgedAt !== undefined;
  const live = filter.state === 'purged' || isPast ? [] : await listedLive(store, listing);
  if ((filter.state !== 'all' && filter.state !== 'purged') || live.length === limit) return live;
  const rest = { ...listing, limit: limit - live.length, after: isPast ? after : undefined };
  return [...live, ...(await listedPurged(store, rest))];
}

async function listedLive(store: Store, { filter: { state, since, until }, limit, after }: Listing) {
  let query = store.build.selectFrom('submissions').select(SUBMISSION_COLUMNS).where('purged_at', 'is', null);
  if (state === 'unfinished') query = query.where('status', '!=', 'processed').where('status', 'in', UNFINISHED);
  else if (state === 'processing' || state === 'processed') query = query.where('status', '=', state);
  else if (state === 'repeated') query = query.where('stages', 'like', REPEATED);
  else if (state === 'skipped') query = query.where(hasSkipped);
  else if (state !== 'all') query = query.where('status', '=', 'error');
  if (state === 'waiting') query = query.where('retry_at', 'is not', null);
  if (state === 'stopped') query = query.where('retry_at', 'is', null).where('stages', 'not like', HELD);
  if (state === 'held') query = query.where('stages', 'like', HELD);
  if (since) query = query.where('updated_at', '>=', since.toISOString());
  if (until) query = query.where('updated_at', '<', until.toISOString());
  if (after) {
    const { id, updatedAt } = after;
    query = query
      .where('updated_at', '>=', updatedAt)
      .where((where) => where.or([where('updated_at', '>', updatedAt), where('id', '>', id)]));
  }
  return (await store.rows(query.orderBy('updated_at').orderBy('id').limit(limit).compile())).map(toRecord);
}

/** As the stages are written: no text of theirs can have it, since quotes in it would be escaped. */
const HELD = '%"held":true%';
const REPEATED = '%"repeated":true%';

async function listedPurged(store: Store, { filter: { since, until }, limit, after }: Listing) {
  let query = store.build.selectFrom('submissions').select(SUBMISSION_COLUMNS).where('purged_at', 'is not', null);
  if (since) query = query.where('updated_at', '>=', since.toISOString());
  if (until) query = query.where('updated_at', '<', until.toISOString());
  if (after) query = query.where('id', '>', after.id);
  return (await store.rows(query.orderBy('id').limit(limit).compile())).map(toRecord);
}
