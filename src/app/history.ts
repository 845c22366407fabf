import { stepOpened } from '#features/drafts/draft-events.ts';
import { nextPaint } from '#platform/next-paint.ts';
import { isViewName, type ViewName, viewOpened } from '#platform/view-slice.ts';
import type { AppStore } from './store.ts';

/** Where somebody is: a view, and in the wizard a step of a draft. Kept in the browser's history, never in the address. */
interface Place {
  readonly view: ViewName;
  readonly draftId: string | null;
  readonly step: number | null;
}

/**
 * Gives the browser's Back and Forward their meaning: each view and each step of the wizard is a place of its own.
 * What the page opens by itself (a draft that is restored) is no place to go back from.
 */
export function connectHistory(store: AppStore): void {
  let here = placeIn(store);
  const due: (() => void)[] = [];
  /** Once the place is on the screen: the browser takes its time over an entry, and nobody goes back before they see it. */
  const note = (place: Place, how: 'pushState' | 'replaceState') => {
    due.push(() => window.history[how](place, ''));
    void nextPaint().then(() => due.shift()?.());
  };
  window.history.scrollRestoration = 'manual';
  window.history.replaceState(here, '');
  store.subscribe(() => {
    const place = placeIn(store);
    if (same(place, here)) return;
    const moved = place.view !== here.view || (place.draftId === here.draftId && here.step !== null);
    here = place;
    note(place, moved ? 'pushState' : 'replaceState');
  });
  window.addEventListener('popstate', ({ state }) => {
    due.length = 0;
    if (!isPlace(state)) return;
    // Taken as the place we are at, so that following it makes no new entry.
    here = { ...state, draftId: placeIn(store).draftId };
    if (placeIn(store).view !== state.view) store.dispatch(viewOpened(state.view));
    const { draft } = store.getState().application;
    if (state.step === null || draft === null || draft.id !== state.draftId) return;
    const reached = state.step <= draft.step || draft.completedSteps.includes(state.step - 1);
    if (reached) store.dispatch(stepOpened(state.step));
  });
}

function placeIn(store: AppStore): Place {
  const { view, application } = store.getState();
  const filling = view.current === 'student-form' || view.current === 'agent-student-form';
  const draft = filling ? application.draft : null;
  return { view: view.current, draftId: draft?.id ?? null, step: draft?.step ?? null };
}

const same = (one: Place, other: Place): boolean =>
  one.view === other.view && one.draftId === other.draftId && one.step === other.step;

const isPlace = (state: unknown): state is Place =>
  typeof state === 'object' && state !== null && 'view' in state && isViewName(state.view);
