import type { Page } from 'playwright-core';
import { newDraft } from '#features/drafts/draft.ts';

export interface Seed {
  /** Saved states, valid and invalid; each needs an `id`. */
  readonly drafts: readonly object[];
  /** A document of `bytes` bytes in each of these slots of every draft. */
  readonly slots?: readonly string[];
  readonly bytes?: number;
  /** The content of each document, instead of `bytes` bytes that are not a real document. */
  readonly content?: Buffer;
}

/** Writes saved states directly into the database that the product made in this profile. */
export function seed(page: Page, { drafts, slots = [], bytes = 1000, content }: Seed): Promise<void> {
  return page.evaluate(
    async ([states, places, size, given]) => {
      const opening = indexedDB.open('applications');
      await new Promise((resolve, reject) => {
        opening.onsuccess = resolve;
        opening.onerror = reject;
      });
      const stores = ['drafts', 'documents', 'files'];
      const transaction = opening.result.transaction(stores, 'readwrite');
      const filling = given === undefined ? new Uint8Array(size).fill(37) : new Uint8Array(given);
      const file = new Blob([filling], { type: 'application/pdf' });
      for (const state of states) {
        transaction.objectStore('drafts').put(state);
        for (const slot of places) {
          const place = { draftId: (state as { id?: string }).id, slot };
          const description = { name: `${slot}.pdf`, type: file.type, size: file.size };
          transaction.objectStore('documents').put({ ...place, description });
          transaction.objectStore('files').put({ ...place, bytes: file });
        }
      }
      await new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onerror = reject;
      });
      opening.result.close();
    },
    [drafts, slots, bytes, content && [...content]] as const,
  );
}

/** This many drafts of students with different names, saved a moment ago, the last one most recently. */
export function manyDrafts(count: number, now: number, variant: 'direct' | 'agent' = 'direct') {
  return Array.from({ length: count }, (_none, index) => ({
    ...newDraft(crypto.randomUUID(), variant, now - (count - index) * 1000, {
      formType: 'student-application',
      firstName: `Student${index}`,
      familyName: 'Nguyen',
      passportNumber: `P${String(index).padStart(7, '0')}`,
    }),
    revision: 1,
  }));
}
