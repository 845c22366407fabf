import { initialDrafts } from '#features/drafts/drafts-slice.ts';
import type { ViewName } from '#platform/view-slice.ts';
import type { RootState } from './root-reducer.ts';

/**
 * The state of a page that shows this view and knows nothing of this browser yet. It is prerendered, and React adopts
 * it. Step 1 is blank and can be filled in.
 */
export function startingState(view: ViewName): Pick<RootState, 'view' | 'drafts'> {
  return {
    view: { current: view },
    drafts: { ...initialDrafts, status: view === 'student-form' ? 'blank' : 'closed' },
  };
}
