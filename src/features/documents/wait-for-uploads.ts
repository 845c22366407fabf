import { type DocumentsStore, type DraftDocuments, selectDraftDocuments } from './documents-slice.ts';

/** Documents that cannot be uploaded; `slots` names them. */
export class DocumentsFailed extends Error {
  readonly slots: readonly string[];
  constructor(slots: readonly string[]) {
    super(`Documents could not be uploaded: ${slots.join(', ')}`);
    this.name = 'DocumentsFailed';
    this.slots = slots;
  }
}

/**
 * Resolves with a draft's documents once each is uploaded. Rejects with DocumentsFailed as soon as nothing but refused
 * ones is left to wait for, and with the signal's reason when that aborts.
 */
export function waitForUploads(store: DocumentsStore, draftId: string, signal?: AbortSignal): Promise<DraftDocuments> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      unsubscribe();
      signal?.removeEventListener('abort', look);
      settle();
    };
    const look = () => {
      if (signal?.aborted) return end(() => reject(signal.reason));
      const documents = selectDraftDocuments(store.getState(), draftId);
      const unfinished = Object.entries(documents).filter(([, { state }]) => state !== 'uploaded');
      if (unfinished.length === 0) return end(() => resolve(documents));
      const failed = unfinished.filter(([, { state }]) => state === 'failed').map(([slot]) => slot);
      if (failed.length === unfinished.length) end(() => reject(new DocumentsFailed(failed)));
    };
    const unsubscribe = store.subscribe(look);
    signal?.addEventListener('abort', look);
    look();
  });
}
