import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { isModalOpen } from '#components/top-layer.ts';
import { isBehind } from '#features/drafts/drafts-slice.ts';
import { resumeSaving, settleDraft } from '#features/drafts/save-draft.ts';
import { whenWritten } from '#platform/database.ts';
import type { RootState } from './root-reducer.ts';
import type { Services } from './services.ts';

/** In sessionStorage: the releases for which this tab was reloaded. Two servers may run two releases for a while. */
const KEY = 'reloaded-for';

/**
 * A tab was opened with another release, so this page is the older one. It reloads once everything is saved, and stays
 * if reloading would lose something or close a dialog. Never rejects.
 */
export const reloadForRelease =
  (release: string): ThunkAction<Promise<void>, RootState, Services, UnknownAction> =>
  async (dispatch, getState, { documents }) => {
    if (getState().drafts.open !== null) {
      await dispatch(settleDraft());
      dispatch(resumeSaving());
    }
    await whenWritten().catch(() => {});
    const hasMore = isBehind(getState().drafts) || (documents?.unkept() ?? []).length > 0;
    if (!hasMore && !isModalOpen() && isFirstTime(release)) location.reload();
  };

function isFirstTime(release: string): boolean {
  try {
    const before = sessionStorage.getItem(KEY)?.split(' ') ?? [];
    sessionStorage.setItem(KEY, [...before, release].join(' '));
    return !before.includes(release);
  } catch {
    return false;
  }
}
