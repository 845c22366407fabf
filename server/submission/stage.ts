import type { StageName } from '#domain/submission/stages.ts';
import type { StageError } from '#domain/submission/submission.ts';
import { CallFailure } from '../ports/call-failure.ts';
import type { SubmissionRecord } from '../ports/ledger.ts';
import type { AcceptedBody } from './body.ts';

/** What happens after a call that was not answered: `resend` with the same OfferId and key, or `hold` for the staff. */
export type UnknownOutcome = 'resend' | 'hold';

/** How a stage may be repeated: `safe` changes nothing outside; for the others, what happens to an unknown outcome. */
type Repetition = 'safe' | UnknownOutcome;

export interface StageContext {
  readonly record: SubmissionRecord;
  readonly body: AcceptedBody;
  /** What the stages before have put out, by stage name. */
  readonly outputs: Readonly<Record<string, unknown>>;
  /** The Idempotency-Key of this revision. */
  readonly key: string;
  /**
   * Of a stage that holds unknown outcomes: goes with every call, and notes in the ledger that it leaves. Rejects with
   * ProgressNotSaved, which the stage lets through.
   */
  readonly leaving: (() => Promise<void>) | undefined;
  /**
   * Whether an earlier try of this stage may have made a call that was not answered: the next call is that one again, and
   * says the same, whatever the settings are by now.
   */
  readonly mayBeDone: boolean;
  /** Whether the staff found that the outside has the call that an earlier try made, and nobody answered. */
  isAccepted(): boolean;
  /** How far an earlier try of this stage has come, as it was kept; undefined when nothing was. */
  progress(): unknown;
  /**
   * Saves in the ledger how far the stage has come: every repetition goes on from there. `confirmed`: the last call is
   * known to be done, and no other has left. Rejects with ProgressNotSaved, which the stage lets through.
   */
  saveProgress(progress: unknown, call?: 'confirmed'): Promise<void>;
}

export interface StageResult {
  /** Kept in the ledger for the stages after, and for every repetition. */
  readonly output?: unknown;
  readonly skipped?: boolean;
  /** The outside's own id for what was sent. */
  readonly reference?: string;
}

/** One line of the stage table. The runner knows stages by this shape only. */
export interface Stage<Name extends StageName = StageName> {
  readonly name: Name;
  readonly repetition: Repetition;
  /** It calls nobody outside, and is written together with the stage before it or after it. */
  readonly isLocal?: true;
  /** Makes several calls: where one of them is known to be accepted, it runs, to make those that are left. */
  readonly hasSeveralCalls?: true;
  /** Does the work; throws StageRejected for what only the applicant can change, CallFailure for an outside call. */
  run(context: StageContext): Promise<StageResult>;
  /** The catalogue's words for anything that `run` throws but StageRejected. */
  explain(failure: unknown): StageError;
}

/** A stage ended in a refusal that repeating will not change. */
export class StageRejected extends Error {
  override readonly name = 'StageRejected';
  readonly error: StageError;
  /** An outside service refused what was sent. Otherwise we did, and made no call. */
  readonly isAnswer: boolean;

  constructor(error: StageError, { isAnswer = false }: { readonly isAnswer?: boolean } = {}) {
    super(error.message);
    this.error = error;
    this.isAnswer = isAnswer;
  }
}

/**
 * The ledger did not save what a stage has done outside: the next run reads the ledger and goes on from there. `cause` is
 * what the ledger failed with.
 */
export class ProgressNotSaved extends Error {
  override readonly name = 'ProgressNotSaved';
}

/** `<submission id>`, and `<submission id>-r2` and so on for a corrected body (R9.1). */
export function idempotencyKey({ id, revision }: SubmissionRecord): string {
  return revision === 1 ? id : `${id}-r${revision}`;
}

/** The `detail` of a records stage: our own words for what went wrong, no text of the outside. */
export function reasonOf(failure: unknown): { readonly detail: string } {
  return { detail: failure instanceof CallFailure ? failure.message : OUR_FAULT };
}

/** A document that cannot be read, our disk, our database: it says nothing about the outside. */
const OUR_FAULT = 'Something went wrong on our side';

/** 'Power Automate flow call failed: {status} - {body}' where there was an answer, else our own words (R9.12). */
export function flowReason(failure: unknown): string {
  if (!(failure instanceof CallFailure)) return OUR_FAULT;
  const { status, body } = failure;
  return status === undefined ? failure.message : `Power Automate flow call failed: ${status} - ${body ?? ''}`;
}

/** Whether nobody answered at all. */
export function isNetworkFailure(failure: unknown): boolean {
  return failure instanceof CallFailure && failure.status === undefined;
}
