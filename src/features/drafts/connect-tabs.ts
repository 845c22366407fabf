import * as events from './draft-events.ts';
import type { DraftThunk } from './draft-services.ts';
import { flushForms, settleDraft } from './save-draft.ts';
import { createDraftTabs, type DraftTabs } from './tabs.ts';

/**
 * Another tab has the draft from now on. What was typed here last and could not be saved stays on this screen, read-only,
 * and the notice says so.
 */
const becomeReader =
  (id: string): DraftThunk =>
  (dispatch, getState) => {
    if (getState().application.draft?.id === id) flushForms();
    dispatch(events.draftTakenOver(id));
  };

/** The connection to the other tabs of this browser; made when the first draft is opened. */
export const draftTabs = (): DraftThunk<DraftTabs> => (dispatch, getState, services) => {
  const mark = document.querySelector<HTMLMetaElement>('meta[name="release"]')?.content;
  const hooks: Parameters<typeof createDraftTabs>[0] = {
    async onWanted(id) {
      if (getState().application.draft?.id !== id) return;
      await dispatch(settleDraft());
      dispatch(becomeReader(id));
    },
    onLost: (id) => dispatch(becomeReader(id)),
    onNotice: ({ type, id }) =>
      dispatch(type === 'saved' ? events.draftSavedElsewhere(id) : events.draftDeletedElsewhere(id)),
    onRelease: (release) => dispatch(events.otherReleaseOpened(release)),
  };
  services.tabs ??= createDraftTabs(hooks, mark);
  return services.tabs;
};
