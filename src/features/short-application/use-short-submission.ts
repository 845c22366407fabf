import { useEffect, useRef, useState } from 'react';
import { toast } from '#components/toast.ts';
import type { DocumentReference } from '#contract/applications.ts';
import { SHORT_DOCUMENTS } from '#domain/short/documents.ts';
import type { SendAnswers } from './answers-form.ts';
import { failureWords, fieldErrorsOf } from './send-failure.ts';
import { usePutShortApplicationMutation } from './short-api.ts';
import { TOAST_TIMES } from './toast-times.ts';

/** The documents on the server, or the slots of those that cannot get there. */
type Arrivals =
  | { readonly ok: true; readonly documents: readonly DocumentReference[] }
  | { readonly ok: false; readonly slots: readonly string[] };

interface Sending {
  readonly draftId: string;
  /** Rejects with the signal's reason. */
  readonly whenUploaded: (signal: AbortSignal) => Promise<Arrivals>;
}

/**
 * Brings a short application to the server: a loading toast stays until that has an end. `phase` is `sent` once the
 * server has it and its stages can be followed; `edit` goes back to the form.
 */
export function useShortSubmission({ draftId, whenUploaded }: Sending) {
  const [put] = usePutShortApplicationMutation();
  const [phase, setPhase] = useState<'editing' | 'sending' | 'sent'>('editing');
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => () => leaving.current?.abort(), []);

  const fail = (words: string): undefined => {
    setPhase('editing');
    toast.error(words, TOAST_TIMES.error);
  };
  const send: SendAnswers = async (values) => {
    leaving.current = new AbortController();
    const { signal } = leaving.current;
    setPhase('sending');
    const loading = toast.loading('Submitting your application...', TOAST_TIMES.loading);
    try {
      const arrived = await whenUploaded(signal);
      if (!arrived.ok) return fail(notUploaded(arrived.slots));
      const { error } = await put({ id: draftId, body: { values, documents: [...arrived.documents] } });
      if (error === undefined) setPhase('sent');
      // The api's own errors aside, only a defect of ours ends here: RTK Query serialises it without a kind.
      else if ('kind' in error) {
        fail(failureWords(error));
        return fieldErrorsOf(error);
      } else throw error;
    } catch (reason) {
      // The person left the view; nothing is to be said to nobody.
      if (!signal.aborted) throw reason;
    } finally {
      toast.dismiss(loading);
    }
    return undefined;
  };
  return { phase, send, edit: () => setPhase('editing') };
}

function notUploaded(slots: readonly string[]): string {
  const labels = SHORT_DOCUMENTS.filter(({ slot }) => slots.includes(slot)).map(({ label }) => label);
  return `Documents could not be uploaded: ${labels.join(', ')}. Please remove or replace them`;
}
