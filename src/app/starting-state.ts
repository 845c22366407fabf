import { initialApplication } from '#features/drafts/application-slice.ts';
import type { ViewName } from '#platform/view-slice.ts';
import type { RootState } from './root-reducer.ts';

/**
 * The state of a page that shows this view and knows nothing of this browser yet. It is prerendered, and React adopts
 * it. Step 1 is blank and can be filled in.
 */
export function startingState(view: ViewName): Pick<RootState, 'view' | 'application'> {
  return {
    view: { current: view },
    application: { ...initialApplication, status: view === 'student-form' ? 'blank' : 'closed' },
  };
}
