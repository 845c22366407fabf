import { stepOpened } from '#features/drafts/draft-events.ts';
import { nextPaint } from '#platform/scheduling.ts';
import { isFilling, isViewName, type ViewName, viewOpened } from '#platform/view-slice.ts';
import type { RootState } from './root-reducer.ts';
import { type AppStore, addAppListener } from './store.ts';

/** Where somebody is: a view, and in the wizard a step of a draft. Kept in the browser's history, never in the address. */
interface Place {
  readonly view: ViewName;
  readonly draftId: string | null;
  readonly step: number | null;
}

const HOME: Place = { view: 'home', draftId: null, step: null };

/**
 * Gives the browser's Back and Forward their meaning: each view and each step of the wizard is a place of its own.
 * What the page opens by itself (a draft that is restored) is no place to go back from. `wasHome`: somebody was at home
 * in this document before its scripts were there, and came from it by a press.
 */
export function connectHistory({ dispatch, getState }: AppStore, wasHome: boolean): void {
  let here = placeIn(getState());
  const due: (() => void)[] = [];
  /** Once the place is on the screen: the browser takes its time over an entry, and nobody goes back before they see it. */
  const note = (place: Place, how: 'pushState' | 'replaceState') => {
    due.push(() => window.history[how](place, ''));
    void nextPaint().then(() => due.shift()?.());
  };
  window.history.scrollRestoration = 'manual';
  window.history.replaceState(wasHome ? HOME : here, '');
  if (wasHome && !same(HOME, here)) window.history.pushState(here, '');
  dispatch(
    addAppListener({
      predicate: (_event, state) => !same(placeIn(state), here),
      effect(_event, { getState }) {
        const place = placeIn(getState());
        const moved = place.view !== here.view || (place.draftId === here.draftId && here.step !== null);
        here = place;
        note(place, moved ? 'pushState' : 'replaceState');
      },
    }),
  );
  window.addEventListener('popstate', ({ state }) => {
    due.length = 0;
    if (!isPlace(state)) return;
    // Taken as the place we are at, so that following it makes no new entry.
    here = { ...state, draftId: placeIn(getState()).draftId };
    if (placeIn(getState()).view !== state.view) dispatch(viewOpened(state.view));
    const { draft } = getState().application;
    if (state.step === null || draft === null || draft.id !== state.draftId) return;
    const reached = state.step <= draft.step || draft.completedSteps.includes(state.step - 1);
    if (reached) dispatch(stepOpened(state.step));
  });
}

function placeIn({ view, application }: RootState): Place {
  const draft = isFilling(view.current) ? application.draft : null;
  return { view: view.current, draftId: draft?.id ?? null, step: draft?.step ?? null };
}

const same = (one: Place, other: Place): boolean =>
  one.view === other.view && one.draftId === other.draftId && one.step === other.step;

const isPlace = (state: unknown): state is Place =>
  typeof state === 'object' && state !== null && 'view' in state && isViewName(state.view);
