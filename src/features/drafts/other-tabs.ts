import type { AppStore } from '#app/store.ts';
import { isFilling } from '#platform/view-slice.ts';
import { draftDeleted, draftShown } from './draft-events.ts';
import type { DraftNews } from './draft-tabs.ts';
import { findDraft, noteDraft } from './list-drafts.ts';
import { openLatestDraft } from './open-draft.ts';
import { hearOtherTabs, tabsOf } from './tabs.ts';

const followed = new WeakSet<AppStore>();

/**
 * Lets the list follow what other tabs do, and a draft that is only read here follow what is written there; tells them
 * of what is saved here.
 */
export function followOtherTabs(store: AppStore): void {
  if (followed.has(store)) return;
  followed.add(store);
  hearOtherTabs(store, (news) => void (news.type === 'saved' ? follow(store, news) : forget(store, news)));
  let told = store.getState().application.save.savedAt;
  store.subscribe(() => {
    const { draft, elsewhere, save } = store.getState().application;
    if (save.savedAt === told) return;
    told = save.savedAt;
    if (draft !== null && !elsewhere && told !== null) tabsOf(store).tell({ type: 'saved', id: draft.id });
  });
}

async function follow(store: AppStore, { id }: DraftNews): Promise<void> {
  const draft = await findDraft(store, id);
  if (draft === undefined) return;
  await noteDraft(store, draft);
  const { application } = store.getState();
  if (application.elsewhere && application.draft?.id === id) store.dispatch(draftShown(draft));
}

async function forget(store: AppStore, { id }: DraftNews): Promise<void> {
  const { application, view } = store.getState();
  store.dispatch(draftDeleted(id));
  if (application.draft?.id === id && isFilling(view.current)) await openLatestDraft(store, application.draft.variant);
}
