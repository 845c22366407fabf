import sql, { raw, type Sql } from 'sql-template-tag';
import type { StageName } from '#domain/submission/stages.ts';
import type { StageRecord, SubmissionRecord } from '../../ports/ledger.ts';
import type { Backlog, RetryRequest, Share, Upkeep } from '../../ports/upkeep.ts';
import { updateOf } from './rows.ts';
import { HAS_SKIPPED } from './schema.ts';
import type { Run, Store } from './store.ts';

/** Upkeep, the same statements for SQLite and PostgreSQL. `truncateLog` is the engine's own. */
export function createSqlUpkeep(
  { rows, write }: Store,
  truncateLog: Upkeep['truncateLog'] = async () => undefined,
): Upkeep {
  const ids = async (query: Sql) => (await rows<{ id: string }>(query)).map(({ id }) => id);
  return {
    backlog: () => backlogOf(rows),
    requestRetry: async ({ id, resend, documents }) => {
      await write([
        sql`insert into retry_requests (id, resend) values (${id}, ${documents ? DOCUMENTS : resend ? RESEND : 0})
          on conflict (id) do update set resend = excluded.resend`,
      ]);
    },
    retryRequests: async () => {
      const requests = await rows<{ id: string; resend: number }>(sql`select id, resend from retry_requests`);
      return requests.map(
        ({ id, resend }): RetryRequest => ({
          id,
          resend: resend === RESEND,
          ...(resend === DOCUMENTS && { documents: true }),
        }),
      );
    },
    forgetRetry: async (id) => {
      await write([sql`delete from retry_requests where id = ${id}`]);
    },
    misconfigured: () =>
      ids(sql`select id from submissions where status = 'error' and purged_at is null and ${IS_MISCONFIGURED}`),
    countExpired: (before) => {
      const withData = sql`from submissions where purged_at is null`;
      return shareOf(rows, sql`${withData} and updated_at < ${before.toISOString()}`, withData);
    },
    countUnclaimed: (before) =>
      shareOf(rows, sql`from uploads where claimed = 0 and created_at < ${before.toISOString()}`, sql`from uploads`),
    expired: (before, limit) =>
      ids(sql`select id from submissions where purged_at is null and updated_at < ${before.toISOString()}
        and status <> 'processing' and retry_at is null order by updated_at limit ${limit}`),
    strip: async (record) => ((await write(stripping(record))) ? 'saved' : 'superseded'),
    truncateLog,
  };
}

/** What `resend` says in a row. */
const RESEND = 1;
const DOCUMENTS = 2;

/** Found only as a key in the JSON of the stages: in a text, its quotes would be escaped. */
const has = (part: string) => raw(`stages like '%${part}%'`);
const IS_MISCONFIGURED = has('"misconfigured":true');
export const IS_HELD = has('"held":true');
export const IS_REPEATED = has('"repeated":true');
/** With this condition and the states, a query uses the index of unfinished submissions. */
export const IS_UNFINISHED = raw(`status <> 'processed' and status in ('processing', 'error')`);

async function shareOf(run: Run, removed: Sql, all: Sql): Promise<Share> {
  const count = async (from: Sql, limit: number) => {
    const [row] = await run<{ n: number }>(sql`select cast(count(*) as integer) as n
      from (select 1 as one ${from} limit ${limit}) as counted`);
    return row?.n ?? 0;
  };
  const removing = await count(removed, Number.MAX_SAFE_INTEGER);
  return { removing, kept: await count(all, removing * 20 + 1) };
}

/** Writes the record if the stored one is the version before it, and removes its bodies, outputs and claims. */
export const stripping = (record: SubmissionRecord): readonly Sql[] => [
  updateOf(record, { client: null }),
  sql`delete from bodies where submission_id = ${record.id}`,
  sql`delete from outputs where submission_id = ${record.id}`,
  sql`update uploads set claimed = 0 where draft_id = ${record.id}`,
];

interface Counted {
  readonly state: 'processing' | 'waiting' | 'held' | 'stopped';
  readonly n: number;
  readonly oldest: string;
}

/** Counted by the database, since there may be many after an outage. The index of unfinished submissions finds them. */
async function backlogOf(run: Run): Promise<Backlog> {
  const counted = await run<Counted>(sql`select case when status = 'processing' then 'processing'
      when retry_at is not null then 'waiting' when ${IS_HELD} then 'held' else 'stopped' end as state,
      cast(count(*) as integer) as n, min(created_at) as oldest
    from submissions where ${IS_UNFINISHED} and purged_at is null group by 1`);
  const counts = { processing: 0, waiting: 0, stopped: 0, held: 0 };
  for (const { state, n } of counted) counts[state] = n;
  const ours = counted.filter(({ state }) => state === 'processing' || state === 'waiting');
  const [oldest] = ours.map((row) => row.oldest).toSorted();
  return { ...counts, ...(await repairsOf(run)), ...(oldest !== undefined && { oldest }) };
}

/** Submissions that wait for the applicant, the staff or the college, by failed stage; and those with skipped documents. */
async function repairsOf(run: Run) {
  const found = await run<{ retryAt: string | null; stages: string }>(sql`select retry_at as "retryAt", stages
    from submissions where status <> 'processed' and status = 'error' and purged_at is null
    and (retry_at is null or ${IS_MISCONFIGURED})`);
  const stoppedAt: Partial<Record<StageName, number>> = {};
  let misconfigured = 0;
  for (const { retryAt, stages } of found) {
    const failed: readonly StageRecord[] = JSON.parse(stages);
    const stage = failed.find(({ state }) => state === 'error');
    if (stage?.misconfigured) misconfigured += 1;
    if (stage && retryAt === null && !stage.held) stoppedAt[stage.name] = (stoppedAt[stage.name] ?? 0) + 1;
  }
  const [skipped] = await run<{ n: number }>(sql`select cast(count(*) as integer) as n from submissions
    where status = 'processed' and purged_at is null and ${HAS_SKIPPED}`);
  return { misconfigured, stoppedAt, documentsSkipped: skipped?.n ?? 0 };
}
