import { useMemo } from 'react';
import { shallowEqual, useSelector } from 'react-redux';
import type { Submission } from '#domain/submission/submission.ts';
import { selectDrafts, selectHandovers } from '#features/drafts/drafts-slice.ts';
import { selectOutbox, selectSent } from '#features/submission/outbox/outbox-slice.ts';
import { isSentKept, type SentRecord } from '#features/submission/sent-records.ts';
import { submissionApi } from '#features/submission/submission-api.ts';
import type { SubmissionRoot } from '#features/submission/submission-services.ts';
import { type DeskSources, type DeskStudent, deskStudents } from './desk-students.ts';

const isKeptNow = (sent: SentRecord): boolean => isSentKept(sent, Date.now());
const NONE: DeskSources['submissions'] = {};

/** The server's states of applications that were sent from here and have not ended. */
function selectProcessing(state: SubmissionRoot): Readonly<Record<string, Submission | undefined>> {
  const ids = new Set([
    ...selectOutbox(state).processing.map(({ id }) => id),
    ...Object.keys(state.submission ?? NONE),
  ]);
  const { select } = submissionApi.endpoints.submission;
  return Object.fromEntries([...ids].map((id) => [id, select(id)(state).data]));
}

/** The students of an agent on this device at this moment, as a list needs them that does not change while it is open. */
export const studentsNow = (state: SubmissionRoot): readonly DeskStudent[] =>
  deskStudents({
    drafts: selectDrafts(state),
    handovers: selectHandovers(state),
    outbox: selectOutbox(state),
    submissions: state.submission ?? NONE,
    processing: selectProcessing(state),
    sent: selectSent(state).filter(isKeptNow),
  });

/** The same. Follows them while they are shown. */
export function useDeskStudents(): readonly DeskStudent[] {
  const drafts = useSelector(selectDrafts);
  const handovers = useSelector(selectHandovers);
  const outbox = useSelector(selectOutbox);
  const sent = useSelector(selectSent);
  const submissions = useSelector((state: SubmissionRoot) => state.submission ?? NONE);
  const processing = useSelector(selectProcessing, shallowEqual);
  return useMemo(
    () => deskStudents({ drafts, handovers, outbox, submissions, processing, sent: sent.filter(isKeptNow) }),
    [drafts, handovers, outbox, submissions, processing, sent],
  );
}
