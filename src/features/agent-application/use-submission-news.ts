import { useEffect, useRef } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { toast } from '#components/toast.ts';
import type { Submission } from '#domain/submission/submission.ts';
import { eventsPath, statePath } from './registration-api.ts';
import { registrationEvents, type SubmitState, selectRegistration, selectSubmit } from './registration-slice.ts';
import { ERROR_TOAST_MS } from './toast-times.ts';

const FAILURE_TOAST = 'registration-failed';

/**
 * Tells every change of a submission until it is processed or the returned function is called; paths of the server's
 * events and of its state.
 */
export type FollowSubmission = (
  eventsPath: string,
  statePath: string,
  onChange: (submission: Submission) => void,
) => () => void;

/**
 * Follows a registration from the moment the server has it: through an error too, since the server goes on trying, and
 * until it is processed.
 */
export function useSubmissionNews(follow: FollowSubmission): void {
  const dispatch = useDispatch();
  const submit = useSelector(selectSubmit);
  const registration = useSelector(selectRegistration);
  const id = registration?.sent && submit !== 'success' ? registration.id : undefined;
  useEffect(() => {
    if (id === undefined) return;
    return follow(eventsPath(id), statePath(id), (news) => void dispatch(registrationEvents.reported(news)));
  }, [dispatch, follow, id]);
  useFailureToast(submit);
}

/** The success has its modal; a failure is said until it is tried again. */
function useFailureToast(submit: SubmitState): void {
  const before = useRef(submit);
  useEffect(() => {
    if (before.current === submit) return;
    before.current = submit;
    if (submit === 'error') {
      toast.error('Submission failed, please try again', { id: FAILURE_TOAST, duration: ERROR_TOAST_MS });
    } else toast.dismiss(FAILURE_TOAST);
  }, [submit]);
}
