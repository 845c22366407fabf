import type { AppStore } from '#app/store.ts';
import { draftTakenOver } from './draft-events.ts';
import { createDraftTabs, type DraftNews, type DraftTabs } from './draft-tabs.ts';
import { persistorOf } from './persistence.ts';

type Listener = (news: DraftNews) => void;
const known = new WeakMap<AppStore, { readonly tabs: DraftTabs; readonly listeners: Set<Listener> }>();

/** What this page has with the other tabs of this browser; made when the first draft is opened. */
export const tabsOf = (store: AppStore): DraftTabs => entryOf(store).tabs;

/** Tells what other tabs do with drafts. */
export const hearOtherTabs = (store: AppStore, listener: Listener): void => void entryOf(store).listeners.add(listener);

function entryOf(store: AppStore) {
  const entry = known.get(store);
  if (entry !== undefined) return entry;
  const listeners = new Set<Listener>();
  const lose = (id: string) => store.dispatch(draftTakenOver(id));
  const tabs = createDraftTabs({
    async onWanted(id) {
      const persistor = persistorOf(store);
      await persistor.flush();
      persistor.pause();
      lose(id);
    },
    onLost: lose,
    onNews: (news) => {
      for (const listener of listeners) listener(news);
    },
  });
  const made = { tabs, listeners };
  known.set(store, made);
  return made;
}
