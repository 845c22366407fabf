import { readFrom, writeTo } from '#platform/database.ts';
import { isViewName, type ViewName } from '#platform/view-slice.ts';
import type { AppStore } from './store.ts';

const KEY = 'view';
const followed = new WeakSet<AppStore>();

/**
 * Keeps the view in IndexedDB from now on, beside first-paint.ts: this survives a browser that is killed, while
 * localStorage is written seconds later. Called where a database is in use anyway; one who only looks leaves nothing.
 */
export function followView(store: AppStore): void {
  if (followed.has(store)) return;
  followed.add(store);
  let kept: ViewName | undefined;
  const keep = () => {
    const { current } = store.getState().view;
    if (current === kept) return;
    kept = current;
    // A view that could not be kept is no loss: the page then starts at home.
    writeTo(['notes'], ({ store }) => store.put(current, KEY)).catch(() => {});
  };
  keep();
  store.subscribe(keep);
}

/** The view that was kept; undefined when there is none, or no database. */
export async function keptView(): Promise<ViewName | undefined> {
  const view = await readFrom(['notes'], ({ store }) => store.get(KEY)).catch(() => undefined);
  return isViewName(view) ? view : undefined;
}
