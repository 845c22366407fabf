import type { SubmissionThunk } from '#features/submission/submission-services.ts';
import { arrive, heldKeys } from '#platform/sealed/arrive.ts';
import { whenLockedElsewhere } from '#platform/sealed/link.ts';
import { isReadable, vault } from '#platform/sealed/vault-state.ts';
import { isShared } from '#platform/stored-here.ts';
import { isViewName, viewOpened } from '#platform/view-slice.ts';
import { takeBackHeld } from './held-text.ts';
import { lockToo } from './lock.ts';

let isFollowing = false;

/** This computer is shared, or about to be: its tabs are locked and unlocked together from now on. Never rejects. */
export const followSharing = (): SubmissionThunk<Promise<void>> => async (dispatch) => {
  if (!isFollowing) {
    isFollowing = true;
    whenLockedElsewhere(() => void dispatch(lockToo()));
    const wasLocked = vault.state() === 'asking';
    if (wasLocked) dispatch(openLinkOnceOpen());
  }
  if (heldKeys() === undefined && isShared() && vault.state() !== 'locked') await arrive();
};

/** The view of a link from another device waits until it is unlocked, too. */
const openLinkOnceOpen = (): SubmissionThunk => (dispatch) => {
  const stop = vault.subscribe(() => {
    if (!isReadable(vault.state())) return;
    stop();
    void takeBackHeld();
    const [, linked] = /^#(phone|device)=/.exec(location.hash) ?? [];
    const view = `from-${linked}`;
    if (isViewName(view)) dispatch(viewOpened(view));
  });
};
