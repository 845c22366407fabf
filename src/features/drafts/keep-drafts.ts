import type { AppStore } from '#app/store.ts';
import { watchExpiry } from './expiry.ts';
import { listDrafts } from './list-drafts.ts';
import { followOtherTabs } from './other-tabs.ts';

/** Lists the drafts of this device and looks after them from now on: their 24 hours, and what other tabs do. */
export async function keepDrafts(store: AppStore): Promise<void> {
  await listDrafts(store);
  followOtherTabs(store);
  watchExpiry(store);
}
