import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { SubmissionRecord } from '../../ports/ledger.ts';
import type { UploadRecord } from '../../ports/upload-ledger.ts';

/** The columns that a query selects, by the names of a record; absent values are null. */
type Row<Kept> = { readonly [Name in keyof Kept]-?: Exclude<Kept[Name], undefined> | null };
export type RecordRow = Omit<Row<SubmissionRecord>, 'stages'> & { readonly stages: string };
export type UploadRow = Omit<Row<UploadRecord>, 'claimed'> & { readonly claimed: number | null };

export type Cells = Readonly<Record<string, string | number | null>>;

/** The column of each part of a record. The sender's column is never updated. */
const SUBMISSION: Readonly<Record<keyof SubmissionRecord, string>> = {
  id: 'id',
  kind: 'kind',
  version: 'version',
  revision: 'revision',
  digest: 'digest',
  status: 'status',
  stages: 'stages',
  offerId: 'offer_id',
  applicationId: 'application_id',
  submittedAt: 'submitted_at',
  retryAt: 'retry_at',
  retries: 'retries',
  failingSince: 'failing_since',
  purgedAt: 'purged_at',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
};

const UPLOAD: Readonly<Record<keyof UploadRecord, string>> = {
  id: 'uploads.id',
  draftId: 'draft_id',
  slot: 'slot',
  name: 'name',
  type: 'type',
  size: 'size',
  createdAt: 'uploads.created_at',
  announcedSha256: 'announced_sha256',
  received: 'nullif(received, 0)',
  receivedAt: 'case when received > 0 then received_at end',
  sha256: 'sha256',
  claimed: 'claimed',
  client: 'uploads.client',
};

const selected = (columns: Readonly<Record<string, string>>, table = '', prefix = '') =>
  raw(
    Object.entries(columns)
      .map(([name, column]) => `${table}${column} as "${prefix}${name}"`)
      .join(', '),
  );

/** Columns by name, since a newer release may have added others. */
export const RECORD_COLUMNS = selected(SUBMISSION, 'submissions.');
export const UPLOAD_COLUMNS = selected(UPLOAD);
export const UPLOAD_BESIDE = selected(UPLOAD, '', 'upload_');

/** The upload in a row with UPLOAD_BESIDE; undefined if there is none. */
export function uploadBeside(row: Readonly<Record<string, unknown>>): UploadRecord | undefined {
  if (row.upload_id === null) return undefined;
  return toUpload(Object.fromEntries(Object.keys(UPLOAD).map((name) => [name, row[`upload_${name}`]])) as UploadRow);
}

export function cellsOf(record: SubmissionRecord): Cells {
  const { stages, ...rest } = record;
  const cells = { ...rest, stages: JSON.stringify(stages) };
  const names = Object.keys(SUBMISSION) as (keyof SubmissionRecord)[];
  return Object.fromEntries(names.map((name) => [SUBMISSION[name], cells[name] ?? null]));
}

/** The record of a row; other columns are skipped. */
export const toRecord = (row: RecordRow): SubmissionRecord => ({
  ...kept<SubmissionRecord>(SUBMISSION, row),
  stages: JSON.parse(row.stages),
});

export const toUpload = (row: UploadRow): UploadRecord => {
  const { claimed, ...upload } = kept<UploadRecord>(UPLOAD, row);
  return { ...upload, ...(row.claimed === 1 && { claimed: true }) };
};

function kept<Kept>(columns: Readonly<Record<keyof Kept, string>>, row: { readonly [Name in keyof Kept]: unknown }) {
  const names = (Object.keys(columns) as (keyof Kept)[]).filter((name) => row[name] !== null);
  return Object.fromEntries(names.map((name) => [name, row[name]])) as Kept;
}

/** PostgreSQL must be told that a value is a number. */
export const integer = (value: number): Sql => sql`cast(${value} as bigint)`;

export function insertIf(condition: Sql, table: string, cells: Cells): Sql {
  const values = Object.values(cells).map((value) => (typeof value === 'number' ? integer(value) : value));
  return sql`insert into ${raw(table)} (${raw(Object.keys(cells).join(', '))}) select ${join(values)} where ${condition}`;
}

/** Stores the record if what is stored is the version before it. */
export function updateOf(record: SubmissionRecord, more: Cells = {}): Sql {
  const cells = Object.entries({ ...cellsOf(record), ...more });
  return sql`update submissions set ${join(cells.map(([column, value]) => sql`${raw(column)} = ${value}`))}
    where id = ${record.id} and version = ${record.version - 1}`;
}
