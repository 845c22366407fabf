import sql, { empty, join, type Sql } from 'sql-template-tag';
import type { SubmissionRecord } from '../../ports/ledger.ts';
import { RECORD_COLUMNS, type RecordRow, toRecord } from './rows.ts';
import { HAS_SKIPPED } from './schema.ts';
import type { Run, Store } from './store.ts';
import { IS_HELD, IS_REPEATED, IS_UNFINISHED, stripping } from './upkeep.ts';

export interface ListFilter {
  /** `unfinished`: not processed, with personal data. */
  readonly state:
    | 'unfinished'
    | 'all'
    | 'processing'
    | 'waiting'
    | 'stopped'
    | 'held'
    | 'repeated'
    | 'skipped'
    | 'processed'
    | 'purged';
  readonly since?: Date;
  readonly until?: Date;
}

/** A list continues after this record. */
export type ListPlace = Pick<SubmissionRecord, 'id' | 'updatedAt' | 'purgedAt'>;

/** The answers of one revision, as they were sent. */
export interface KeptBody {
  readonly id: string;
  readonly revision: number;
  readonly body: unknown;
}

interface KeptOfOne {
  readonly bodies: readonly Omit<KeptBody, 'id'>[];
  readonly outputs: readonly { readonly revision: number; readonly stage: string; readonly output: unknown }[];
}

/** An action of the staff: who, when and what, without personal data. */
export interface JournalEntry {
  readonly at: string;
  /** The name from the system, or the one that they gave. */
  readonly who: string;
  readonly action:
    | 'find'
    | 'show'
    | 'export'
    | 'erase'
    | 'purge'
    | 'retry'
    | 'settle'
    | 'send-documents'
    | 'allow-removal';
  /** The submission; absent for a search, which is about many. */
  readonly submission?: string;
  /** Numbers and constant words, such as `searched by e-mail, 2 found`. */
  readonly what: string;
}

/** The queries of the staff to find, export and erase a person's data. */
export interface PersonalData {
  /** Ids of submissions between two ids, in order, `limit` at most. */
  idsBetween(first: string, last: string, limit: number): Promise<readonly string[]>;
  byReference(reference: string): Promise<SubmissionRecord | undefined>;
  /**
   * Records that may have an id of the records API; the caller compares it. Reads `limit` submissions after the submission
   * `after`; `next` is the `after` of the next call.
   */
  referring(
    recordsReference: string,
    limit: number,
    after?: string,
  ): Promise<{ readonly records: readonly SubmissionRecord[]; readonly next?: string }>;
  /**
   * Bodies of every revision that may have all of these texts; case, spaces and hyphens do not matter. The caller compares
   * the answers. Reads `limit` bodies after the submission `after`; `next` is the `after` of the next call.
   */
  mentioning(
    texts: readonly string[],
    limit: number,
    after?: string,
  ): Promise<{ readonly bodies: readonly KeptBody[]; readonly next?: string }>;
  /** The next records of a list: those with personal data by their last change, oldest first, then the rest by id. */
  list(filter: ListFilter, limit: number, after?: ListPlace): Promise<readonly SubmissionRecord[]>;
  keptOf(id: string): Promise<KeptOfOne>;
  /**
   * If the stored record is the version before it: writes the record, deletes its bodies, outputs and requested retry,
   * releases its claims of uploads, and adds a line to the journal, in one transaction.
   */
  erase(record: SubmissionRecord, entry: JournalEntry): Promise<'saved' | 'superseded'>;
  note(entry: JournalEntry): Promise<void>;
  journal(limit: number, submission?: string): Promise<readonly JournalEntry[]>;
}

/** The staff's queries, the same for SQLite and PostgreSQL (docs/decisions/0016-personal-data-and-secrets.md). */
export function createSqlPersonalData({ rows, write }: Store): PersonalData {
  return {
    idsBetween: async (first, last, limit) => {
      const query = sql`select id from submissions where id >= ${first} and id <= ${last} order by id limit ${limit}`;
      return (await rows<{ id: string }>(query)).map(({ id }) => id);
    },
    byReference: async (reference) =>
      (await recordsWhere(rows, sql`offer_id = ${reference} or application_id = ${reference} limit 1`))[0],
    referring: (reference, limit, after = '') => referring(rows, { reference, limit, after }),
    mentioning: (texts, limit, after = '') => mentioning(rows, { texts, limit, after }),
    list: (filter, limit, after) => listed(rows, { filter, limit, after }),
    keptOf: async (id) => {
      const [bodies, outputs] = await Promise.all([
        rows<Omit<BodyRow, 'id'>>(sql`select revision, body from bodies where submission_id = ${id} order by revision`),
        rows<{ revision: number; stage: string; output: string }>(
          sql`select revision, stage, output from outputs where submission_id = ${id} order by revision`,
        ),
      ]);
      return {
        bodies: bodies.map(({ revision, body }) => ({ revision, body: JSON.parse(body) })),
        outputs: outputs.map(({ output, ...rest }) => ({ ...rest, output: JSON.parse(output) })),
      };
    },
    erase: async (record, entry) => {
      const requests = sql`delete from retry_requests where id = ${record.id}`;
      return (await write([...stripping(record), requests, noting(entry)])) ? 'saved' : 'superseded';
    },
    note: async (entry) => {
      await write([noting(entry)]);
    },
    journal: async (limit, submission) => {
      const entries = await rows<JournalEntry & { submission: string | null }>(sql`
        select at, who, action, submission, what from journal
        ${submission === undefined ? empty : sql`where submission = ${submission}`} order by at desc limit ${limit}`);
      return entries
        .toReversed()
        .map(({ submission: of, ...rest }) => ({ ...rest, ...(of !== null && { submission: of }) }));
    },
  };
}

const noting = ({ at, who, action, submission = undefined, what }: JournalEntry) =>
  sql`insert into journal (at, who, action, submission, what)
    values (${at}, ${who}, ${action}, ${submission ?? null}, ${what})`;

const recordsWhere = async (run: Run, condition: Sql) =>
  (await run<RecordRow>(sql`select ${RECORD_COLUMNS} from submissions where ${condition}`)).map(toRecord);

/** A search reads a page of rows by their index and compares their texts, so that no statement takes longer with more rows. */
interface Page {
  readonly limit: number;
  readonly after: string;
}

/** The end of a page: the id of its last row, and the condition to be in it; neither if it is the last page. */
async function endOf(run: Run, [table, id]: readonly [Sql, Sql], { limit, after }: Page) {
  const [last] = await run<{ id: string }>(sql`select ${id} as id from ${table} where ${id} > ${after}
    order by ${id} limit 1 offset ${limit - 1}`);
  const within = sql`${id} > ${after} ${last ? sql`and ${id} <= ${last.id}` : empty}`;
  return { within, next: last && { next: last.id } };
}

/** Escapes a text for `like`. */
const within = (text: string) => `%${text.replaceAll(/[!%_]/g, '!$&')}%`;

async function referring(run: Run, page: Page & { readonly reference: string }) {
  const end = await endOf(run, [sql`submissions`, sql`id`], page);
  const sought = within(`"reference":${JSON.stringify(page.reference)}`);
  return { records: await recordsWhere(run, sql`${end.within} and stages like ${sought} escape '!'`), ...end.next };
}

interface BodyRow {
  readonly id: string;
  readonly revision: number;
  readonly body: string;
}

/** Spaces, hyphens and case do not matter. */
async function mentioning(run: Run, page: Page & { readonly texts: readonly string[] }) {
  const end = await endOf(run, [sql`bodies`, sql`submission_id`], page);
  const sought = page.texts.map((text) => {
    const json = JSON.stringify(text.toLowerCase().replaceAll(/[ -]/g, '')).slice(1, -1);
    return sql`replace(replace(lower(body), ' ', ''), '-', '') like ${within(json)} escape '!'`;
  });
  const found = await run<BodyRow>(sql`select submission_id as id, revision, body from bodies
    where ${join([end.within, ...sought], ' and ')}`);
  return { bodies: found.map(({ body, ...rest }): KeptBody => ({ ...rest, body: JSON.parse(body) })), ...end.next };
}

interface Listing {
  readonly filter: ListFilter;
  readonly limit: number;
  readonly after: ListPlace | undefined;
}

/** Records with personal data are read by an index of their last change; the rest, most after years, by id. */
async function listed(run: Run, listing: Listing): Promise<readonly SubmissionRecord[]> {
  const { filter, limit, after } = listing;
  const isPast = after?.purgedAt !== undefined;
  const live = filter.state === 'purged' || isPast ? [] : await listedLive(run, listing);
  if ((filter.state !== 'all' && filter.state !== 'purged') || live.length === limit) return live;
  const purged = [sql`purged_at is not null`, ...during(filter), ...(isPast ? [sql`id > ${after.id}`] : [])];
  const rest = sql`${join(purged, ' and ')} order by id limit ${limit - live.length}`;
  return [...live, ...(await recordsWhere(run, rest))];
}

/** What a state is in the ledger. */
const STATES: Readonly<Record<ListFilter['state'], Sql>> = {
  unfinished: IS_UNFINISHED,
  all: sql`1 = 1`,
  purged: sql`1 = 1`,
  processing: sql`status = 'processing'`,
  processed: sql`status = 'processed'`,
  waiting: sql`status = 'error' and retry_at is not null`,
  stopped: sql`status = 'error' and retry_at is null and not ${IS_HELD}`,
  held: sql`status = 'error' and ${IS_HELD}`,
  repeated: IS_REPEATED,
  skipped: HAS_SKIPPED,
};

function listedLive(run: Run, { filter, limit, after }: Listing) {
  const conditions = [sql`purged_at is null`, STATES[filter.state], ...during(filter)];
  if (after) {
    const { id, updatedAt } = after;
    conditions.push(sql`updated_at >= ${updatedAt} and (updated_at > ${updatedAt} or id > ${id})`);
  }
  return recordsWhere(run, sql`${join(conditions, ' and ')} order by updated_at, id limit ${limit}`);
}

const during = ({ since, until }: ListFilter) => [
  ...(since ? [sql`updated_at >= ${since.toISOString()}`] : []),
  ...(until ? [sql`updated_at < ${until.toISOString()}`] : []),
];
