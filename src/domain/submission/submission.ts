import {
  POINT_OF_NO_RETURN,
  type StageName,
  type StageState,
  type SubmissionKind,
  type SubmissionStatus,
} from './stages.ts';

/** A value that an outside service refused; `field` is our field name if there is one. */
export interface StageIssue {
  readonly field: string;
  readonly message: string;
  /** The outside service's key. */
  readonly technical: string;
}

export interface StageError {
  readonly code: string;
  /** A text of R7.7. */
  readonly message: string;
  readonly detail?: string;
  readonly errors?: readonly StageIssue[];
}

export interface Stage {
  readonly name: StageName;
  readonly state: StageState;
  readonly skipped?: boolean;
  /** ISO date-times. */
  readonly startedAt?: string;
  readonly finishedAt?: string;
  readonly error?: StageError;
}

/** The answer of `GET /api/submissions/:id` and its events (R11.6). */
export interface Submission {
  readonly id: string;
  readonly kind: SubmissionKind;
  readonly status: SubmissionStatus;
  readonly stages: readonly Stage[];
  readonly offerId?: string;
  /** The records API's own id, if its answer had one (R10.3). */
  readonly recordsReference?: string;
  /** The staff must decide whether an unanswered call was done; until then the server makes no other (R7.24). */
  readonly held?: boolean;
  readonly submittedAt?: string;
  readonly retryAt?: string;
}

/** Whether an outside service has the application, so that its answers cannot change. */
export const isAccepted = ({ kind, stages }: Submission): boolean =>
  stages.some(({ name, state }) => name === POINT_OF_NO_RETURN[kind] && state === 'completed');

/** The code of a stage that waits for the staff, since its call was not answered (R7.20). */
export const HELD_CODE = 'UNKNOWN_OUTCOME';

/**
 * Whether the staff check what an unanswered call did. Also true between their decision and the server's next step, when
 * `held` is gone and the stage still has the error.
 */
export const isHeld = ({ held, stages }: Pick<Submission, 'held' | 'stages'>): boolean =>
  held === true || stages.some(({ error }) => error?.code === HELD_CODE);

/** The `technical` of issues about an accepted document that is lost or has changed. */
export const DOCUMENT_MISSING = 'document-missing';
export const DOCUMENT_CHANGED = 'document-changed';

/** Whether the server lost a document; the issue's `field` is the slot. */
export const isAboutLostDocument = ({ technical }: StageIssue): boolean =>
  technical === DOCUMENT_MISSING || technical === DOCUMENT_CHANGED;

/** The slots of lost documents that stopped a submission; usually none. */
export function lostSlots(stages: readonly Pick<Stage, 'state' | 'error'>[]): readonly string[] {
  const issues = stages.find(({ state }) => state === 'error')?.error?.errors ?? [];
  return issues.filter(isAboutLostDocument).map(({ field }) => field);
}
