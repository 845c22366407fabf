import { isAnyOf } from '@reduxjs/toolkit';
import { draftsListed } from '#features/drafts/draft-events.ts';
import { selectListed } from '#features/drafts/drafts-slice.ts';
import { isReadable, vault } from '#platform/sealed/vault-state.ts';
import { entryOf, isViewName, selectView, type ViewName, viewOpened } from '#platform/view-slice.ts';
import { type AppStore, addAppListener } from './store.ts';

/** The key in the database's `notes`, and of the copy in localStorage. */
const KEY = 'view';

/**
 * Keeps the view for the next visit: in IndexedDB, which survives a browser that is killed, once the drafts are listed
 * and the database is in use anyway; and a copy in localStorage, which the document's inline script can read before the
 * first paint (docs/decisions/where-the-view-is-kept.md).
 */
export function keepView({ dispatch, getState }: AppStore): void {
  const keep = () => {
    const view = selectView(getState());
    copyView(view);
    // A view that could not be kept is no loss: the next visit then starts at home.
    if (selectListed(getState()) && !entryOf(view).passing) writeView(view).catch(() => {});
  };
  keep();
  dispatch(addAppListener({ matcher: isAnyOf(viewOpened, draftsListed), effect: keep }));
  // What the browser has thrown away meanwhile stands there again: the next load shows the right view at once.
  window.addEventListener('pagehide', () => copyView(selectView(getState())));
}

/** The view that was kept in the database; undefined when there is none. To be asked only where there is a database. */
export async function keptView(): Promise<ViewName | undefined> {
  const { readFrom } = await import('#platform/database.ts');
  const view = await readFrom(['notes'], ({ store }) => store.get(KEY)).catch(() => undefined);
  return isViewName(view) ? view : undefined;
}

async function writeView(view: ViewName): Promise<void> {
  const { writeTo } = await import('#platform/database.ts');
  await writeTo(['notes'], ({ store }) => store.put(view, KEY));
}

function copyView(view: ViewName): void {
  // What stands there while it is locked is not what somebody was in.
  if (entryOf(view).passing || !isReadable(vault.state())) return;
  try {
    localStorage.setItem(KEY, view);
  } catch {
    // Storage is blocked: the next visit starts at home.
  }
}
