import type { AppStore } from '#app/store.ts';

/**
 * Ends what this page does with a draft's documents, so that no two tabs upload the same one and nothing of a deleted
 * one is held. Without the scripts of the forms there is nothing to end.
 */
export async function closeDocuments(store: AppStore, draftId: string): Promise<void> {
  if (store.getState().documents === undefined) return;
  const { documentsEngineOf } = await import('./use-documents.ts');
  documentsEngineOf(store).close(draftId);
}
