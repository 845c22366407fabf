import { useCallback, useEffect, useMemo, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { selectDrafts } from '#features/drafts/drafts-slice.ts';
import { findDraft, listDrafts } from '#features/drafts/list-drafts.ts';
import type { SubmissionDispatch } from '#features/submission/submission-services.ts';
import { HANDED_OVER, UNDER_WAY } from '../take-draft.ts';
import { useDeskStudents } from '../use-desk-students.ts';
import type { FolderStudent } from './plan-files.ts';

/**
 * The students to whom files can be matched. Undefined until their drafts are read. No list has their e-mails, so `refresh`
 * reads them from the drafts again.
 */
export function useFolderStudents(): {
  readonly students: readonly FolderStudent[] | undefined;
  readonly refresh: () => Promise<void>;
} {
  const dispatch = useDispatch<SubmissionDispatch>();
  const desk = useDeskStudents();
  const drafts = useSelector(selectDrafts);
  const [emails, setEmails] = useState<ReadonlyMap<string, string>>();
  const refresh = useCallback(async () => {
    await dispatch(listDrafts());
    setEmails(await dispatch(readEmails()));
  }, [dispatch]);
  useEffect(() => void refresh(), [refresh]);
  const students = useMemo(
    () =>
      emails &&
      desk.flatMap(({ id, name, state, handover, canOpen }): FolderStudent[] => {
        const draft = drafts[id];
        if (draft === undefined || !canOpen) return [];
        const { firstName, familyName, passportNumber, slots } = draft;
        const blockedBecause = handover ? HANDED_OVER : state === 'draft' ? undefined : UNDER_WAY;
        return [
          { id, name, firstName, familyName, passportNumber, slots, email: emails.get(id) ?? '', blockedBecause },
        ];
      }),
    [desk, drafts, emails],
  );
  return { students, refresh };
}

const readEmails = () => async (dispatch: SubmissionDispatch, getState: () => Parameters<typeof selectDrafts>[0]) => {
  const found = new Map<string, string>();
  for (const { id, variant } of Object.values(selectDrafts(getState()))) {
    const draft = variant === 'agent' ? await dispatch(findDraft(id)) : undefined;
    if (typeof draft?.answers.email === 'string') found.set(id, draft.answers.email);
  }
  return found;
};
