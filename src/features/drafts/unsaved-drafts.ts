import type { AppStore } from '#app/store.ts';
import type { Draft } from './draft.ts';
import { keepCopy } from './draft-copy.ts';
import { saveDraft } from './draft-storage.ts';

const shelves = new WeakMap<AppStore, Map<string, Draft>>();

/** Drafts that were put away while they could not be saved: this page holds them until they can. */
export function unsavedOf(store: AppStore): Map<string, Draft> {
  const shelf = shelves.get(store) ?? new Map<string, Draft>();
  shelves.set(store, shelf);
  return shelf;
}

/** Holds the open draft when the disk does not have it. */
export function holdIfUnsaved(store: AppStore): void {
  const { draft, save, elsewhere } = store.getState().application;
  if (draft === null || elsewhere || draft.revision <= save.savedRevision) return;
  keepCopy(draft);
  unsavedOf(store).set(draft.id, draft);
}

/** Tries again to save what is held. Never rejects. */
export async function saveHeld(store: AppStore): Promise<void> {
  const shelf = unsavedOf(store);
  for (const [id, draft] of shelf) {
    const saved = await saveDraft(draft).then(
      () => true,
      () => false,
    );
    if (saved && shelf.get(id) === draft) shelf.delete(id);
  }
}
