import { sql } from 'kysely';
import type { StageRecord, SubmissionRecord } from '../../ports/ledger.ts';
import type { UploadRecord } from '../../ports/upload-ledger.ts';
import type { SubmissionRow, Tables } from './schema.ts';

/** A submission's columns without its sender, which later changes leave as it is. */
export type RecordRow = Omit<SubmissionRow, 'client'>;

/** Every column of a submission, by name: a newer release may have added others. */
export const SUBMISSION_COLUMNS = [
  ...(['id', 'kind', 'version', 'revision', 'digest', 'status', 'stages', 'offer_id', 'application_id'] as const),
  ...(['submitted_at', 'retry_at', 'retries', 'failing_since', 'purged_at', 'created_at', 'updated_at'] as const),
];

/** A record as its row. */
export function toRow(record: SubmissionRecord): RecordRow {
  return {
    id: record.id,
    kind: record.kind,
    version: record.version,
    revision: record.revision,
    digest: record.digest,
    status: record.status,
    stages: JSON.stringify(record.stages),
    offer_id: record.offerId ?? null,
    application_id: record.applicationId ?? null,
    submitted_at: record.submittedAt ?? null,
    retry_at: record.retryAt ?? null,
    retries: record.retries,
    failing_since: record.failingSince ?? null,
    purged_at: record.purgedAt ?? null,
    created_at: record.createdAt,
    updated_at: record.updatedAt,
  };
}

/** A row as the record that it was made from; columns of a newer schema are left alone. */
export function toRecord(row: RecordRow): SubmissionRecord {
  const stages: readonly StageRecord[] = JSON.parse(row.stages);
  return {
    id: row.id,
    kind: row.kind,
    version: row.version,
    revision: row.revision,
    digest: row.digest,
    status: row.status,
    stages,
    ...(row.offer_id === null ? {} : { offerId: row.offer_id }),
    ...(row.application_id === null ? {} : { applicationId: row.application_id }),
    ...(row.submitted_at === null ? {} : { submittedAt: row.submitted_at }),
    ...(row.retry_at === null ? {} : { retryAt: row.retry_at }),
    retries: row.retries,
    ...(row.failing_since === null ? {} : { failingSince: row.failing_since }),
    ...(row.purged_at === null ? {} : { purgedAt: row.purged_at }),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** Every column of an upload, by name. */
export const UPLOAD_COLUMNS = [
  ...(['id', 'draft_id', 'slot', 'name', 'type', 'size', 'created_at', 'announced_sha256'] as const),
  ...(['sha256', 'claimed', 'client', 'received', 'received_at'] as const),
];

export type UploadRow = Pick<Tables['uploads'], (typeof UPLOAD_COLUMNS)[number]>;

export function toUploadRow({ draftId, createdAt, announcedSha256, sha256, client, ...upload }: UploadRecord) {
  const { id, slot, name, type, size } = upload;
  return {
    ...{ id, draft_id: draftId, slot, name, type, size, created_at: createdAt },
    ...{ announced_sha256: announcedSha256 ?? null, sha256: sha256 ?? null, client: client ?? null },
    ...{ claimed: 0, received: 0, received_at: createdAt },
  };
}

export function toUpload(row: UploadRow): UploadRecord {
  const { id, draft_id: draftId, slot, name, type, size, created_at: createdAt } = row;
  const { announced_sha256: announcedSha256, sha256, claimed, client, received, received_at: receivedAt } = row;
  return {
    ...{ id, draftId, slot, name, type, size, createdAt },
    ...(announcedSha256 === null ? {} : { announcedSha256 }),
    ...(received === 0 || receivedAt === null ? {} : { received, receivedAt }),
    ...(sha256 === null ? {} : { sha256 }),
    ...(claimed === 0 ? {} : { claimed: true }),
    ...(client === null ? {} : { client }),
  };
}

/** PostgreSQL does not see by itself that a value is a number. */
export const integer = (value: number) => sql<number>`cast(${value} as bigint)`;

/** The values of a row as the list of a `select`, so that a condition can decide whether it is inserted. */
export const valuesOf = (row: object) =>
  Object.entries(row).map(([name, value]) => (typeof value === 'number' ? integer(value) : sql`${value}`).as(name));
