import type { SubmissionThunk } from '#features/submission/submission-services.ts';
import { isShared } from '#platform/device-storage.ts';
import { askForKeys, heldKeys } from '#platform/encryption/keys-of-this-tab.ts';
import { whenLockedElsewhere } from '#platform/encryption/other-tabs.ts';
import { isReadable, vault } from '#platform/encryption/vault-state.ts';
import { isViewName, viewOpened } from '#platform/view-slice.ts';
import { lockWithOtherTab } from './lock.ts';
import { restoreUnsaved } from './unsaved-while-locked.ts';

let isFollowing = false;

/** From now on the tabs of this shared computer are locked and unlocked together. Never rejects. */
export const followSharing = (): SubmissionThunk<Promise<void>> => async (dispatch) => {
  if (!isFollowing) {
    isFollowing = true;
    whenLockedElsewhere(() => void dispatch(lockWithOtherTab()));
    const wasLocked = vault.state() === 'asking';
    if (wasLocked) dispatch(openLinkAfterUnlock());
  }
  if (heldKeys() === undefined && isShared() && vault.state() !== 'locked') await askForKeys();
};

/** A link from another device opens its view after the unlock. */
const openLinkAfterUnlock = (): SubmissionThunk => (dispatch) => {
  const stop = vault.subscribe(() => {
    if (!isReadable(vault.state())) return;
    stop();
    void restoreUnsaved();
    const [, linked] = /^#(phone|device)=/.exec(location.hash) ?? [];
    const view = `from-${linked}`;
    if (isViewName(view)) dispatch(viewOpened(view));
  });
};
