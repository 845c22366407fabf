import { isModalOpen, leaveTopLayer } from '#components/top-layer.ts';
import { stepOpened } from '#features/drafts/draft-events.ts';
import { importWithRetry } from '#platform/import-with-retry.ts';
import { nextPaint } from '#platform/scheduling.ts';
import { isFilling, isViewName, type ViewName, viewOpened } from '#platform/view-slice.ts';
import type { RootState } from './root-reducer.ts';
import { type AppStore, addAppListener } from './store.ts';

/** A view, and in the wizard a step of a draft. Kept in the browser's history, never in the address. */
interface Place {
  readonly view: ViewName;
  readonly draftId: string | null;
  readonly step: number | null;
}

/** What an entry of the browser's history holds: a place, and the entry's number, which counts up from 0. */
interface HistoryEntry extends Place {
  /** Absent in an entry of an earlier release. */
  readonly at?: number;
}

const HOME: Place = { view: 'home', draftId: null, step: null };

/**
 * Makes the browser's Back and Forward work: each view and each step of the wizard is one history entry. A restored
 * draft adds no entry. `wasHome`: the person pressed a card of the landing page before the scripts were loaded.
 */
export function connectHistory({ dispatch, getState }: AppStore, wasHome: boolean): void {
  let here = placeIn(getState());
  let at = numberOf(window.history.state) ?? 0;
  let isClosing = false;
  const due: (() => void)[] = [];
  /**
   * Writes the entry once the place is on the screen. Writing is slow, and a person does not go back before they see
   * the place.
   */
  const note = (place: Place, how: 'pushState' | 'replaceState') => {
    due.push(() => write(place, how));
    void nextPaint().then(() => due.shift()?.());
  };
  const write = (place: Place, how: 'pushState' | 'replaceState') => {
    if (how === 'pushState') at += 1;
    window.history[how]({ ...place, at } satisfies HistoryEntry, '');
  };
  /**
   * A modal covers the place. Back and Forward close the modal, and the place stays. The history first returns to the
   * entry that was left, because closing the modal may lead to another place.
   */
  const stay = (leftFor: number | undefined) => {
    isClosing = true;
    window.history.go(leftFor === undefined ? 1 : at - leftFor);
  };
  window.history.scrollRestoration = 'manual';
  write(wasHome ? HOME : here, 'replaceState');
  if (wasHome && !same(HOME, here)) write(here, 'pushState');
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
    if (!isPlace(state)) return;
    const left = numberOf(state);
    if (left === at && isClosing) {
      isClosing = false;
      leaveTopLayer();
    }
    if (left === at) return;
    if (isModalOpen()) return stay(left);
    due.length = 0;
    at = left ?? at;
    void follow(state);
  });

  async function follow(place: Place): Promise<void> {
    const { open: shown } = getState().drafts;
    if (place.draftId !== null && place.draftId !== shown?.id) {
      const isThere = await openAgain(place.draftId);
      // The person has opened another place since.
      if (isThere === undefined) return;
    }
    const { open: draft } = getState().drafts;
    // Noted as the present place, so that following it makes no new entry.
    here = { ...place, draftId: placeIn(getState()).draftId };
    if (placeIn(getState()).view !== place.view) dispatch(viewOpened(place.view));
    if (place.step === null || draft === null || draft.id !== place.draftId) return;
    const reached = place.step <= draft.step || draft.completedSteps.includes(place.step - 1);
    if (reached) dispatch(stepOpened(place.step));
  }

  /** The draft of an entry. If its scripts cannot be loaded, or the draft is gone, the view opens as its card does. */
  async function openAgain(id: string): Promise<boolean | undefined> {
    const part = await importWithRetry(() => import('#features/drafts/open-draft.ts')).catch(() => undefined);
    return part === undefined ? false : dispatch(part.openDraft(id));
  }
}

function placeIn({ view, drafts }: RootState): Place {
  const draft = isFilling(view.current) ? drafts.open : null;
  return { view: view.current, draftId: draft?.id ?? null, step: draft?.step ?? null };
}

const same = (one: Place, other: Place): boolean =>
  one.view === other.view && one.draftId === other.draftId && one.step === other.step;

const numberOf = (state: unknown): number | undefined => (isPlace(state) ? state.at : undefined);

const isPlace = (state: unknown): state is HistoryEntry =>
  typeof state === 'object' && state !== null && 'view' in state && isViewName(state.view);
