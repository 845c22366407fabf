import { isReadable, vault } from '#platform/encryption/vault-state.ts';
import { entryOf, isViewName, selectView, type ViewName, viewOpened } from '#platform/view-slice.ts';
import { type AppStore, addAppListener } from './store.ts';

/** In localStorage, where the inline script reads it before the first paint (build/inline-script.js). */
const KEY = 'view';

/**
 * Keeps the view that was opened last, in any tab, for the next visit. `wasPressed`: the person opened the current one
 * before the scripts were loaded.
 */
export function keepView({ dispatch, getState }: AppStore, wasPressed: boolean): void {
  const keep = () => {
    const view = selectView(getState());
    // While this computer is locked, the page shows home, which the person did not open.
    if (entryOf(view).passing || !isReadable(vault.state())) return;
    try {
      localStorage.setItem(KEY, view);
    } catch {
      // Storage is blocked: the next visit starts at home.
    }
  };
  if (wasPressed) keep();
  dispatch(addAppListener({ actionCreator: viewOpened, effect: keep }));
}

/** The view of the last visit. The page of a shared computer does not begin in it. */
export function keptView(): ViewName | undefined {
  try {
    const view = localStorage.getItem(KEY);
    return isViewName(view) ? view : undefined;
  } catch {
    return undefined;
  }
}
