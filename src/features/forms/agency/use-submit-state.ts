import { useEffect, useRef, useState } from 'react';
import { toast } from '#components/toasts.tsx';
import { HELD_CODE, type StageError } from '#domain/submission/submission.ts';
import { GENERAL_FAILURE } from '#features/submission/send-application.ts';
import { errorOf } from '#features/submission/stage-list.tsx';
import type { SubmissionProgress } from '#features/submission/use-submission.tsx';

/** The state of an attempt to submit (R2.30). `held`: the staff look into it (R7.24). */
export type SubmitState = 'idle' | 'submitting' | 'success' | 'error' | 'held';

/** Toasts of the agent form, in milliseconds: 4000 by default and for errors, 3000 for success (R2.39). */
export const ERROR_TOAST_MS = 4000;
export const SUCCESS_TOAST_MS = 3000;

type AgencyProgress = Pick<SubmissionProgress, 'status' | 'stages' | 'submission' | 'confirmedAgain'>;

interface SubmitStanding {
  readonly state: SubmitState;
  /** Why the last attempt failed, or what the person should know while it is held. */
  readonly failure: StageError | undefined;
  /** An answer or the document has changed, so the outcome of the last attempt no longer applies. */
  readonly retract: () => void;
}

/**
 * The state of this form's submission. An error ends the attempt and stays until something changes or the form is
 * submitted again. A form that is being corrected is not locked by an automatic retry of the server.
 */
export function useSubmitState({ status, stages, submission, confirmedAgain }: AgencyProgress): SubmitStanding {
  const [isRetracted, setRetracted] = useState(false);
  const [stopped, setStopped] = useState<StageError>();
  const error = status === 'error' ? (errorOf(stages) ?? UNKNOWN) : undefined;
  const isRetried = status === 'processing' && submission !== undefined && !confirmedAgain;
  // The server retries only a step that it stopped itself.
  const remembered = isRetried ? stopped : submission && error;
  if (remembered !== stopped) setStopped(remembered);
  const failure = error ?? (isRetried ? stopped : undefined);
  if (failure?.code === HELD_CODE) return { state: 'held', failure, retract: () => undefined };
  const state = failure ? (isRetracted ? 'idle' : 'error') : STATES[status];
  if (state === 'submitting' && isRetracted) setRetracted(false);
  return { state, failure: state === 'error' ? failure : undefined, retract: () => setRetracted(true) };
}

const STATES: Readonly<Record<AgencyProgress['status'], SubmitState>> = {
  idle: 'idle',
  waiting: 'submitting',
  sending: 'submitting',
  processing: 'submitting',
  error: 'error',
  processed: 'success',
};
const UNKNOWN: StageError = { code: 'UNKNOWN_ERROR', message: GENERAL_FAILURE };
const FAILURE_TOAST = 'agency-submission-failed';

/** A success has its modal. A failure has a toast until the form is changed or submitted again (R12.3). */
export function useFailureToast(state: SubmitState): void {
  const before = useRef(state);
  useEffect(() => {
    if (before.current === state) return;
    before.current = state;
    if (state === 'error') {
      toast.error('Submission failed, please try again', { id: FAILURE_TOAST, duration: ERROR_TOAST_MS });
    } else toast.dismiss(FAILURE_TOAST);
  }, [state]);
}
