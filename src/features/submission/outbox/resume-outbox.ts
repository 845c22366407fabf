import { importWithRetry } from '#platform/import-with-retry.ts';
import type { SubmissionThunk } from '../submission-services.ts';
import { selectOutbox } from './outbox-slice.ts';
import { showApplications } from './show-applications.ts';

/** Continues after a reload: sends queued applications, and polls the accepted ones until they are processed. */
export const resumeOutbox = (): SubmissionThunk<Promise<void>> => async (dispatch, getState) => {
  await dispatch(showApplications(null));
  const { entries, sent } = selectOutbox(getState());
  const waiting = new Set(entries.map(({ id }) => id));
  const unfinished = sent.filter(({ id, reference }) => reference === undefined && !waiting.has(id));
  if (waiting.size === 0 && unfinished.length === 0) return;
  const load = () =>
    Promise.all([importWithRetry(() => import('./outbox.ts')), importWithRetry(() => import('./follow-sent.ts'))]);
  const parts = await load().catch(() => undefined);
  // The next visit tries again.
  if (parts === undefined) return;
  const [{ startOutbox }, { followSent }] = parts;
  dispatch(startOutbox());
  for (const one of unfinished) dispatch(followSent(one));
};
