import {
  POINT_OF_NO_RETURN,
  type StageName,
  type StageState,
  type SubmissionKind,
  type SubmissionStatus,
} from './stages.ts';

/** One thing that an outside service did not accept; `field` is our field name where it could be mapped to one. */
export interface StageIssue {
  readonly field: string;
  readonly message: string;
  /** The outside's own key. */
  readonly technical: string;
}

export interface StageError {
  readonly code: string;
  /** The words of R7.7. */
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

/** A submission as `GET /api/submissions/:id` and its events show it (R11.6). */
export interface Submission {
  readonly id: string;
  readonly kind: SubmissionKind;
  readonly status: SubmissionStatus;
  readonly stages: readonly Stage[];
  readonly offerId?: string;
  /** The records API's own id, where its answer had one (R10.3). */
  readonly recordsReference?: string;
  /** The staff must say whether a call without an answer was done; the server makes no other until then (R7.24). */
  readonly held?: boolean;
  readonly submittedAt?: string;
  readonly retryAt?: string;
}

/** Whether the outside has the application, so that its answers cannot change. */
export const isAccepted = ({ kind, stages }: Submission): boolean =>
  stages.some(({ name, state }) => name === POINT_OF_NO_RETURN[kind] && state === 'completed');

/** The code of a stage whose call was not answered, and which waits for the staff (R7.20). */
export const HELD_CODE = 'UNKNOWN_OUTCOME';

/**
 * Whether the staff are finding out what a call without an answer has done. Also true for the moments between their
 * word and the server's next step, in which `held` is gone and the stage is still in error.
 */
export const isHeld = ({ held, stages }: Pick<Submission, 'held' | 'stages'>): boolean =>
  held === true || stages.some(({ error }) => error?.code === HELD_CODE);

/** The `technical` of issues about a document that was accepted: it is gone, or it is not what it was. */
export const DOCUMENT_MISSING = 'document-missing';
export const DOCUMENT_CHANGED = 'document-changed';

/** Whether an issue is about a document that the server lost; its `field` is the slot. */
export const isAboutLostDocument = ({ technical }: StageIssue): boolean =>
  technical === DOCUMENT_MISSING || technical === DOCUMENT_CHANGED;

/** The slots of the documents that a submission has stopped for, because the server lost them; mostly none. */
export function lostSlots(stages: readonly Pick<Stage, 'state' | 'error'>[]): readonly string[] {
  const issues = stages.find(({ state }) => state === 'error')?.error?.errors ?? [];
  return issues.filter(isAboutLostDocument).map(({ field }) => field);
}
