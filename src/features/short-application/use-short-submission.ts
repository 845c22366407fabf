import { useState } from 'react';
import { toast } from '#components/toast.ts';
import type { DocumentReference } from '#contract/applications.ts';
import type { ApiError } from '#lib/api-error.ts';
import type { SendAnswers } from './answers-form.ts';
import { failureWords, fieldErrorsOf } from './send-failure.ts';
import { usePutShortApplicationMutation } from './short-api.ts';
import { TOAST_TIMES } from './toast-times.ts';

interface Sending {
  readonly draftId: string;
  /** Resolves with the documents once the server has them all. */
  readonly whenUploaded: () => Promise<readonly DocumentReference[]>;
}

/**
 * Brings a short application to the server: a loading toast stays until that has an end. `sent` is true once the
 * server has it and its stages can be followed.
 */
export function useShortSubmission({ draftId, whenUploaded }: Sending) {
  const [put] = usePutShortApplicationMutation();
  const [phase, setPhase] = useState<'editing' | 'sending' | 'sent'>('editing');

  const send: SendAnswers = async (values) => {
    setPhase('sending');
    const loading = toast.loading('Submitting your application...', TOAST_TIMES.loading);
    try {
      const documents = [...(await whenUploaded())];
      await put({ id: draftId, body: { values, documents } }).unwrap();
      setPhase('sent');
      return undefined;
    } catch (failure) {
      setPhase('editing');
      toast.error(isApiError(failure) ? failureWords(failure) : messageOf(failure), TOAST_TIMES.error);
      return isApiError(failure) ? fieldErrorsOf(failure) : undefined;
    } finally {
      toast.dismiss(loading);
    }
  };
  return { phase, send, edit: () => setPhase('editing') };
}

const isApiError = (failure: unknown): failure is ApiError =>
  typeof failure === 'object' && failure !== null && 'kind' in failure;

const messageOf = (failure: unknown): string =>
  failure instanceof Error ? failure.message : 'There was an error submitting your application. Please try again.';
