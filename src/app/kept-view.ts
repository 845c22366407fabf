import { draftsListed } from '#features/drafts/draft-events.ts';
import { selectListed } from '#features/drafts/drafts-slice.ts';
import { bring } from '#platform/bring.ts';
import { isReadable, vault } from '#platform/sealed/vault-state.ts';
import { entryOf, isViewName, selectView, type ViewName, viewOpened } from '#platform/view-slice.ts';
import { type AppStore, addAppListener } from './store.ts';

/** The key in the database's `notes`, and of the copy in localStorage. */
const KEY = 'view';
/** In localStorage: when the copy's view was opened. A page that is left at once has told nobody else. */
const AT_KEY = 'view-at';

/** In the database its time and its name, with a space between; earlier releases kept the name alone. */
const NOTE = /^(?:(\d+) )?(.+)$/;

interface KeptView {
  readonly view: ViewName;
  readonly at: number;
}

/**
 * Keeps the view for the next visit: in IndexedDB, which survives a browser that is killed, once the drafts are listed
 * and the database is in use anyway; and a copy in localStorage, which the document's inline script can read before the
 * first paint (docs/decisions/0003-browser-storage.md). `wasPressed`: somebody has opened the view that the page is in
 * before its scripts were there.
 */
export function keepView({ dispatch, getState }: AppStore, wasPressed: boolean): void {
  // Later than the one before, here or in another tab, whatever the clock was set to.
  const later = () => Math.max(Date.now(), at + 1, copiedAt() + 1);
  let at = copiedAt();
  if (wasPressed) at = later();
  const keep = () => {
    const view = selectView(getState());
    copyView({ view, at });
    // A view that could not be kept is no loss: the next visit then starts at home.
    if (selectListed(getState()) && !entryOf(view).passing) writeView({ view, at }).catch(() => {});
  };
  keep();
  const open = () => {
    at = later();
    keep();
  };
  dispatch(addAppListener({ actionCreator: viewOpened, effect: open }));
  dispatch(addAppListener({ actionCreator: draftsListed, effect: keep }));
  // What the browser has thrown away meanwhile stands there again: the next load shows the right view at once.
  window.addEventListener('pagehide', () => copyView({ view: selectView(getState()), at }));
}

/**
 * The view that was kept in the database, or the copy where that is of a later one: another tab may be about to write it,
 * and a page of a shared computer does not begin in it. Undefined when there is none. To be asked only where there is a
 * database.
 */
export async function keptView(): Promise<ViewName | undefined> {
  const database = await bring(() => import('#platform/database.ts')).catch(() => undefined);
  if (database === undefined) return undefined;
  const note = await database.readFrom(['notes'], ({ store }) => store.get(KEY)).catch(() => undefined);
  const [, at, view] = NOTE.exec(note ?? '') ?? [];
  const isOld = at !== undefined && Number(at) < copiedAt();
  const latest = isOld ? copiedView() : view;
  return isViewName(latest) ? latest : undefined;
}

/**
 * Does nothing where the view that is kept is of the same time or a later one: a page begins at home before it has asked
 * for that, as each does on a shared computer, and may list the drafts first.
 */
async function writeView({ view, at }: KeptView): Promise<void> {
  const { writeTo } = await import('#platform/database.ts');
  await writeTo(['notes'], async ({ store }) => {
    const note = await store.get(KEY);
    const [, keptAt = 0] = NOTE.exec(note ?? '') ?? [];
    if (note === undefined || at > Number(keptAt)) await store.put(`${at} ${view}`, KEY);
  });
}

function copyView({ view, at }: KeptView): void {
  // What stands there while it is locked is not what somebody was in.
  if (entryOf(view).passing || !isReadable(vault.state())) return;
  try {
    localStorage.setItem(KEY, view);
    localStorage.setItem(AT_KEY, String(at));
  } catch {
    // Storage is blocked: the next visit starts at home.
  }
}

function copiedView(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** 0 where that is not known. */
function copiedAt(): number {
  try {
    return Number(localStorage.getItem(AT_KEY));
  } catch {
    return 0;
  }
}
