import { useEffect } from 'react';
import type { DraftVariant } from '#features/drafts/draft.ts';
import { openForm } from '#features/drafts/watch-drafts.ts';
import { endRestoring } from '../first-paint.ts';
import { useAppStore } from '../hooks.ts';

/** Brings the latest unfinished draft of the variant to the screen, or a new one, and looks after its saving. */
export function useOpenDraft(variant: DraftVariant): void {
  const store = useAppStore();
  useEffect(() => {
    void store.dispatch(openForm(variant)).finally(endRestoring);
  }, [store, variant]);
}
