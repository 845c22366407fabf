import { readDraft } from './draft.ts';
import * as events from './draft-events.ts';
import type { DraftThunk } from './draft-services.ts';
import { lateChanges } from './late-answers.ts';
import { settleDraft, takeInForms } from './save-draft.ts';
import { createDraftTabs, type DraftTabs } from './tabs.ts';

/*
 * What this tab does when another one takes its draft over, or when it has taken one over itself: nothing that was typed
 * on either side is lost (docs/decisions/0004-one-tab-owns-a-draft.md).
 */

/** Another tab has the draft from now on. What was typed here until then belongs to it. */
const becomeReader =
  (id: string): DraftThunk =>
  (dispatch, getState) => {
    if (getState().application.draft?.id === id) takeInForms();
    dispatch(events.draftTakenOver(id));
  };

/** Sends the tab that has taken the draft over at `revision` what was typed here and is not in it. */
const sendLateAnswers =
  (id: string, revision: number): DraftThunk =>
  (dispatch, getState) => {
    const { draft } = getState().application;
    if (draft?.id === id && draft.revision > revision) dispatch(draftTabs()).handOver({ type: 'late', draft });
  };

const takeLateAnswers =
  (sent: unknown): DraftThunk =>
  (dispatch, getState, { taken }) => {
    const late = readDraft(sent);
    takeInForms();
    const { draft, elsewhere } = getState().application;
    if (late === undefined || draft?.id !== late.id || elsewhere) return;
    if (taken?.draft.id !== late.id || Date.now() > taken.until) return;
    const changes = lateChanges(taken.draft.answers, late.answers, draft.answers);
    if (Object.keys(changes).length > 0) dispatch(events.lateAnswersTaken(changes, late.revision));
  };

/** The connection to the other tabs of this browser; made when the first draft is opened. */
export const draftTabs = (): DraftThunk<DraftTabs> => (dispatch, getState, services) => {
  services.tabs ??= createDraftTabs({
    async onWanted(id) {
      if (getState().application.draft?.id !== id) return;
      await dispatch(settleDraft());
      dispatch(becomeReader(id));
    },
    onLost: (id) => dispatch(becomeReader(id)),
    onTaken(id, revision) {
      dispatch(becomeReader(id));
      dispatch(sendLateAnswers(id, revision));
    },
    onLate: (late) => dispatch(takeLateAnswers(late)),
    onNotice: ({ type, id }) =>
      dispatch(type === 'saved' ? events.draftSavedElsewhere(id) : events.draftDeletedElsewhere(id)),
  });
  return services.tabs;
};
