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
  /** The catalogue's words (contract §7 "Stage messages"). */
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

/** A submission as `GET /api/submissions/:id` and its events show it (contract §4). */
export interface Submission {
  readonly id: string;
  readonly kind: SubmissionKind;
  readonly status: SubmissionStatus;
  readonly stages: readonly Stage[];
  readonly offerId?: string;
  readonly submittedAt?: string;
  readonly retryAt?: string;
}

/** Whether the outside has the application, so that its answers cannot be exchanged any more. */
export const isAccepted = ({ kind, stages }: Submission): boolean =>
  stages.some(({ name, state }) => name === POINT_OF_NO_RETURN[kind] && state === 'completed');
