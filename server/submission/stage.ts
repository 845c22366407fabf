import type { FormContext } from '#domain/form/form.ts';
import type { RecordsFacts } from '#domain/student/records-dialect.ts';
import type { StageName } from '#domain/submission/stages.ts';
import type { StageError } from '#domain/submission/submission.ts';
import type { Workflow } from '../adapters/workflow-http.ts';
import { CallFailure } from '../ports/call-failure.ts';
import type { SubmissionRecord } from '../ports/ledger.ts';
import type { Records } from '../ports/records.ts';
import type { AcceptedBody } from './body.ts';
import type { OutgoingDocuments } from './outgoing-documents.ts';

/** What happens after a call that was not answered: `resend` with the same OfferId and key, or `hold` for the staff. */
export type UnknownOutcome = 'resend' | 'hold';

export interface StageDeps {
  readonly records: Records;
  readonly workflow: Workflow;
  readonly files: OutgoingDocuments;
  readonly timeZone: string;
  readonly lists: () => Promise<NonNullable<FormContext['lists']>>;
  readonly recordsFacts: () => Promise<RecordsFacts>;
  /** `RECORDS_UNKNOWN_OUTCOME` (R7.20, R7.21) and `UNKNOWN_OUTCOME` (R7.25). */
  readonly unknownOutcome: { readonly records: UnknownOutcome; readonly workflow: UnknownOutcome };
  /** `unset` skips the stage, `invalid` is no URL. `maxBytes`: the largest JSON that it takes; left out: any. */
  readonly fileWorkflow: { readonly endpoint: 'set' | 'unset' | 'invalid'; readonly maxBytes?: number | undefined };
}

export interface StageContext {
  readonly record: SubmissionRecord;
  readonly body: AcceptedBody;
  readonly outputs: Readonly<Record<string, unknown>>;
  readonly key: string;
  /** Saves in the ledger that a call is being sent, for stages that hold unknown outcomes. If it rejects, the run ends. */
  readonly leaving: (() => Promise<void>) | undefined;
  /** Whether an earlier run may have made a call without an answer: the next call must be the same, whatever the settings. */
  readonly mayBeDone: boolean;
  /** Whether the staff found that the unanswered call was done. */
  readonly isAccepted: boolean;
  /** Saved by an earlier attempt with `saveProgress`. */
  readonly progress: unknown;
  /** Retries continue from here. `confirmed`: the last call was done. If it rejects, the run ends. */
  saveProgress(progress: unknown, call?: 'confirmed'): Promise<void>;
}

export interface StageResult {
  /** Saved for later stages and every retry. */
  readonly output?: unknown;
  readonly skipped?: boolean;
  readonly reference?: string;
}

/** One line of the stage table; the runner's interface to stages. */
export interface Stage<Name extends StageName = StageName> {
  readonly name: Name;
  /** `safe` changes nothing outside; for the others, what happens to an unknown outcome. */
  readonly repetition: 'safe' | UnknownOutcome;
  /** Makes no outside call, and is saved together with the stage before or after it. */
  readonly isLocal?: true;
  /** Makes several calls: if one of them is known to be accepted, it runs to make the rest. */
  readonly hasSeveralCalls?: true;
  /** Throws StageRejected if only the applicant can correct it, CallFailure if an outside call failed. */
  run(context: StageContext): Promise<StageResult>;
  /** The message for any error of `run` other than StageRejected. */
  explain(failure: unknown): StageError;
}

/** A permanent refusal: a retry will not succeed. */
export class StageRejected extends Error {
  override readonly name = 'StageRejected';
  readonly error: StageError;
  /** Whether an outside service refused; otherwise we did, without a call. */
  readonly isAnswer: boolean;

  constructor(error: StageError, { isAnswer = false }: { readonly isAnswer?: boolean } = {}) {
    super(error.message);
    this.error = error;
    this.isAnswer = isAnswer;
  }
}

/** `<submission id>`, and `<submission id>-r2` and so on for a corrected body (R9.1). */
export function idempotencyKey({ id, revision }: SubmissionRecord): string {
  return revision === 1 ? id : `${id}-r${revision}`;
}

/** The `detail` of a records stage, without text from outside. */
export function reasonOf(failure: unknown): { readonly detail: string } {
  return { detail: failure instanceof CallFailure ? failure.message : 'Something went wrong on our side' };
}

/** 'Power Automate flow call failed: {status} - {body}' if there was an answer, else our own message (R9.12). */
export function flowReason(failure: unknown): string {
  const answer = failure instanceof CallFailure && failure.status !== undefined ? failure : undefined;
  return answer ? `Power Automate flow call failed: ${answer.status} - ${answer.body ?? ''}` : reasonOf(failure).detail;
}

export function isNetworkFailure(failure: unknown): boolean {
  return failure instanceof CallFailure && failure.status === undefined;
}
