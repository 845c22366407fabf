import { newDraft, STEP_COUNT } from '#features/drafts/draft.ts';
import { markWaiting } from '#features/drafts/draft-copy.ts';
import { saveDraft, saveFailureReason } from '#features/drafts/draft-database.ts';
import { draftsListed } from '#features/drafts/draft-events.ts';
import type { DraftThunk } from '#features/drafts/draft-services.ts';
import { type DraftSummary, summaryOf } from '#features/drafts/draft-summary.ts';
import { selectDrafts } from '#features/drafts/drafts-slice.ts';
import { listDrafts } from '#features/drafts/list-drafts.ts';
import { draftTabs } from '#features/drafts/tabs.ts';
import type { SheetStudent } from './judge-sheet.ts';

export interface MadeDrafts {
  /** The rows that are drafts now. */
  readonly rows: readonly number[];
  /** Why not all of them could be made, in words; the others were not begun. */
  readonly failure?: string;
}

/**
 * Makes a draft of the agent variant of each student, one after the other, and lists them together. Where the device
 * takes no more, those before stay. `onMade` is told after each how many there are. Never rejects.
 */
export const makeDrafts =
  (students: readonly SheetStudent[], onMade: (count: number) => void): DraftThunk<Promise<MadeDrafts>> =>
  async (dispatch, getState) => {
    const made: DraftSummary[] = [];
    const rows: number[] = [];
    let failure: string | undefined;
    try {
      await dispatch(listDrafts());
      // The first row of the sheet is made last, so that it is first in the lists.
      for (const student of [...students].reverse()) {
        const draft = draftOf(student, Date.now());
        await saveDraft(draft);
        made.push(summaryOf(draft));
        rows.push(student.row);
        onMade(made.length);
      }
    } catch (thrown) {
      failure = saveFailureReason(thrown);
    }
    if (made.length > 0) {
      dispatch(draftsListed([...Object.values(selectDrafts(getState())), ...made]));
      markWaiting(true);
      const tabs = dispatch(draftTabs());
      for (const { id } of made) tabs.announce({ type: 'saved', id });
    }
    return { rows, ...(failure !== undefined && { failure }) };
  };

function draftOf({ answers, completedSteps }: SheetStudent, now: number) {
  const steps = Array.from({ length: STEP_COUNT }, (_, index) => index + 1);
  const step = steps.find((one) => !completedSteps.includes(one)) ?? STEP_COUNT;
  // A draft that was never changed is thrown away when it is left: this one was.
  return { ...newDraft(crypto.randomUUID(), 'agent', now, answers), step, completedSteps, revision: 1 };
}
