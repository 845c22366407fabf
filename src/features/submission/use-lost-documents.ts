import { useEffect, useRef } from 'react';
import { lostSlots } from '#domain/submission/lost-documents.ts';
import type { Submission } from '#domain/submission/submission.ts';
import type { DocumentsEngine } from '#features/documents/documents-engine.ts';

/**
 * Brings documents to the server once more that it has lost of an application it had accepted. Where this device still
 * has all of them, `send` sends the application again without a word; otherwise the progress names them, and their places
 * on the form are free. Only the first loss of a visit is mended unasked, so that a server whose disk fails is not
 * given the same documents for ever.
 */
export function useLostDocuments(
  draftId: string,
  submission: Submission | undefined,
  engine: Pick<DocumentsEngine, 'bringAgain'>,
  send: () => void,
): void {
  const slots = submission?.id === draftId && submission.status === 'error' ? lostSlots(submission.stages).join() : '';
  const latest = useRef(send);
  const mended = useRef<string>(undefined);
  useEffect(() => {
    latest.current = send;
  }, [send]);
  useEffect(() => {
    if (slots === '') return;
    void engine.bringAgain(draftId, slots.split(',')).then((areAllHere) => {
      if (!areAllHere || mended.current === draftId) return;
      mended.current = draftId;
      latest.current();
    });
  }, [draftId, slots, engine]);
}
