import type { StageName, SubmissionKind, SubmissionStatus } from '#domain/submission/stages.ts';
import type { Stage } from '#domain/submission/submission.ts';
import type { UploadRecord } from './upload-ledger.ts';

/** What the staff have said of a call that was not answered. */
export interface Acceptance {
  readonly at: string;
  /** Under which the outside has it, where it gave it one. */
  readonly reference?: string;
}

/** What the staff are told of a stage; that it `continued` only after one of the others. */
export type StaffEvent = 'held' | 'stopped' | 'skipped' | 'waiting' | 'continued';

export interface StageRecord extends Stage {
  /** A call of this stage was sent and nobody knows what it did; stays until a success or the staff settle it. */
  readonly unknown?: true;
  /** The outside's own id for what the stage has sent: no personal data, so that it stays. */
  readonly reference?: string;
  /** A try followed a call without an answer: the outside may have it twice. Stays for good. */
  readonly repeated?: true;
  /** Waits for the staff: neither the applicant nor the server may repeat it. */
  readonly held?: true;
  /** Why it is held, for the staff: fixed words, nothing that the outside has said. */
  readonly because?: string;
  /** The staff found that the outside has the call that was not answered: it is not made again. */
  readonly accepted?: Acceptance;
  /** The college has to repair its settings or its service before the stage can be done. */
  readonly misconfigured?: true;
  /** What the staff were told last of this stage, until it is done; `retried`: they have had it tried again since. */
  readonly told?: StaffEvent | 'retried';
}

/** Where a submission stands. Never changed in place: every change is a new record with the next version. */
export interface SubmissionRecord {
  readonly id: string;
  readonly kind: SubmissionKind;
  /** Counts changes from 1; also the id of the server-sent event that tells of the change. */
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
  /** When the server goes on by itself. */
  readonly retryAt?: string;
  /** Times the server has gone on by itself since the last progress. */
  readonly retries: number;
  readonly failingSince?: string;
  /** When everything personal was removed of it; such a record only tells that and how it was. */
  readonly purgedAt?: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** `documents-gone`: an upload that was to be claimed is not there any more. `too-many`: its sender is over the limit. */
export type Creation = 'created' | 'exists' | 'application-id-taken' | 'offer-id-taken' | 'documents-gone' | 'too-many';
export type Saving = 'saved' | 'superseded' | 'application-id-taken' | 'documents-gone';

/** What a stage has put out. */
export interface StageOutput {
  readonly stage: StageName;
  readonly value: unknown;
}

/** What is written together with a record. */
export interface Attachments {
  readonly outputs?: readonly StageOutput[];
  /** The body of a new revision, or the present one's with other upload ids. */
  readonly body?: unknown;
  /** Uploads of the draft that the body names: claimed by the same write, and those that it does not name are free. */
  readonly claims?: readonly string[];
}

/** Who sends an application, and how many they may. */
export interface Sender {
  /** A hash, which is kept for a day. */
  readonly client: string;
  /** Applications since that moment. Of several at once each counts for the next, on several nodes almost. */
  readonly limit: number;
  readonly since: Date;
}

/** The memory of every submission. What it says is written is on the disk. */
export interface Ledger {
  /** All or nothing: the record, its body and the claims of the uploads that the body names. */
  create(record: SubmissionRecord, body: unknown, claims?: readonly string[], sender?: Sender): Promise<Creation>;
  /**
   * Writes the record if what is stored is the version before it; else nothing.
   */
  save(record: SubmissionRecord, attachments?: Attachments): Promise<Saving>;
  find(id: string): Promise<SubmissionRecord | undefined>;
  /** The record, where there is one, and all uploads of the draft with that id, oldest first. */
  findWithUploads(
    id: string,
  ): Promise<{ readonly record: SubmissionRecord | undefined; readonly uploads: readonly UploadRecord[] }>;
  /** The record with the body of its revision, which is undefined where it was removed. */
  findWithBody(id: string): Promise<{ readonly record: SubmissionRecord; readonly body: unknown } | undefined>;
  body(id: string, revision: number): Promise<unknown>;
  /** Outputs of the completed stages of a revision, by stage name. */
  outputs(id: string, revision: number): Promise<Readonly<Record<string, unknown>>>;
  /** When a client sent the `place`th newest of its applications since then; undefined where it has sent fewer. */
  sentBy(client: string, place: number, since: Date): Promise<Date | undefined>;
  /** Forgets who sent applications before that moment. */
  forgetClients(before: Date): Promise<void>;
  /** Everything that the server has to go on with, now or at a time. */
  unfinished(): Promise<readonly { readonly id: string; readonly retryAt?: string }[]>;
  /** Calls the listener on every change of a submission from now on; the function returned ends that. */
  watch(id: string, listener: (record: SubmissionRecord) => void): () => void;
  /** Rejects when nothing can be written: it tries. */
  assertWritable(): Promise<void>;
  close(): Promise<void>;
}
