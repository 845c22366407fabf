import { useEffect } from 'react';
import type { DraftVariant } from '#features/drafts/draft.ts';
import { openForm } from '#features/drafts/watch-drafts.ts';
import { endRestoring } from '../first-paint.ts';
import { useAppStore } from '../hooks.ts';

/** Opens the latest unfinished draft of the variant, or a new one, and saves it from now on. */
export function useOpenDraft(variant: DraftVariant): void {
  const store = useAppStore();
  useEffect(() => {
    void store.dispatch(openForm(variant)).finally(endRestoring);
  }, [store, variant]);
}
