import { useEffect, useRef } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { toast } from '#components/toast.ts';
import type { Submission } from '#domain/submission/submission.ts';
import { eventsPath, statePath } from './registration-api.ts';
import { registrationEvents, type SubmitState, selectRegistration, selectSubmit } from './registration-slice.ts';
import { ERROR_TOAST_MS, SUCCESS_TOAST_MS } from './toast-times.ts';

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
 * until it is processed. Success and failure are told by toasts once each.
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
  useOutcomeToast(submit);
}

function useOutcomeToast(submit: SubmitState): void {
  const before = useRef(submit);
  useEffect(() => {
    if (before.current === submit) return;
    before.current = submit;
    if (submit === 'success') toast.success('Application submitted successfully!', { duration: SUCCESS_TOAST_MS });
    if (submit === 'error') toast.error('Submission failed, please try again', { duration: ERROR_TOAST_MS });
  }, [submit]);
}
