import type { StageName, SubmissionKind, SubmissionStatus } from '#domain/submission/stages.ts';
import type { Stage } from '#domain/submission/submission.ts';
import type { UploadRecord } from './upload-ledger.ts';

export interface Acceptance {
  readonly at: string;
  /** The outside service's id for it. */
  readonly reference?: string;
}

/** A message to the staff about a stage; `continued` only after one of the others. */
export type StaffEvent = 'held' | 'stopped' | 'skipped' | 'waiting' | 'continued';

export interface StageRecord extends Stage {
  /** A call of this stage was sent and its outcome is not known; stays until a success or the staff settle it. */
  readonly unknown?: true;
  /** The outside service's id for what the stage sent: no personal data, so it is kept. */
  readonly reference?: string;
  /** An attempt after an unanswered call: the outside service may have it twice. Kept for good. */
  readonly repeated?: true;
  /** Waits for the staff: neither the applicant nor the server may repeat it. */
  readonly held?: true;
  /** Why it is held, for the staff, in our own words. */
  readonly because?: string;
  /** The staff found that the unanswered call was done: it is not repeated. */
  readonly accepted?: Acceptance;
  /** The college has to repair its settings or its service before the stage can be done. */
  readonly misconfigured?: true;
  /** The last message to the staff about this stage, until it is done; `retried`: the staff requested a retry since. */
  readonly told?: StaffEvent | 'retried';
}

/** The state of a submission. Never changed in place: every change is a new record with the next version. */
export interface SubmissionRecord {
  readonly id: string;
  readonly kind: SubmissionKind;
  /** Counts changes from 1; also the id of the server-sent event of the change. */
  readonly version: number;
  /** Counts bodies from 1: a corrected application is the next revision. */
  readonly revision: number;
  /** SHA-256 of the body in canonical form: equal JSON values have equal digests. */
  readonly digest: string;
  readonly status: SubmissionStatus;
  readonly stages: readonly StageRecord[];
  readonly offerId?: string;
  readonly applicationId?: string;
  readonly submittedAt?: string;
  readonly retryAt?: string;
  /** How often the server has tried again since the last progress. */
  readonly retries: number;
  readonly failingSince?: string;
  readonly purgedAt?: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** `documents-gone`: an upload that was to be claimed is gone. `too-many`: its sender is over the limit. */
export type Creation = 'created' | 'exists' | 'application-id-taken' | 'offer-id-taken' | 'documents-gone' | 'too-many';
export type Saving = 'saved' | 'superseded' | 'application-id-taken' | 'documents-gone';

export interface StageOutput {
  readonly stage: StageName;
  readonly value: unknown;
}

export interface Attachments {
  readonly outputs?: readonly StageOutput[];
  /** The body of a new revision, or the present one's with other upload ids. */
  readonly body?: unknown;
  /** Uploads of the draft that the body names: claimed by the same write, and those that it does not name are free. */
  readonly claims?: readonly string[];
}

export interface Sender {
  readonly client: string;
  /** Applications since that moment. Of several at once each counts for the next, on several nodes almost. */
  readonly limit: number;
  readonly since: Date;
}

/** All submissions. A resolved write is on the disk. */
export interface Ledger {
  /** All or nothing: the record, its body and the claims of the uploads that the body names. */
  create(record: SubmissionRecord, body: unknown, claims?: readonly string[], sender?: Sender): Promise<Creation>;
  /** Writes the record if what is stored is the version before it; else nothing. */
  save(record: SubmissionRecord, attachments?: Attachments): Promise<Saving>;
  find(id: string): Promise<SubmissionRecord | undefined>;
  /** The record, if there is one, and all uploads of the draft with that id, oldest first. */
  findWithUploads(
    id: string,
  ): Promise<{ readonly record: SubmissionRecord | undefined; readonly uploads: readonly UploadRecord[] }>;
  /** The record with the body of its revision, which is undefined if it was removed. */
  findWithBody(id: string): Promise<{ readonly record: SubmissionRecord; readonly body: unknown } | undefined>;
  body(id: string, revision: number): Promise<unknown>;
  /** Outputs of the completed stages of a revision, by stage name. */
  outputs(id: string, revision: number): Promise<Readonly<Record<string, unknown>>>;
  /** When a client sent the `place`th newest of its applications since then; undefined if it has sent fewer. */
  sentBy(client: string, place: number, since: Date): Promise<Date | undefined>;
  forgetClients(before: Date): Promise<void>;
  unfinished(): Promise<readonly { readonly id: string; readonly retryAt?: string }[]>;
  /** Calls the listener on every change of a submission; returns a function that stops it. */
  watch(id: string, listener: (record: SubmissionRecord) => void): () => void;
  /** Tries to write; rejects if it cannot. */
  assertWritable(): Promise<void>;
  close(): Promise<void>;
}
