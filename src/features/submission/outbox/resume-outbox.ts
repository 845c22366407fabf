import { listConfirmed } from '#features/drafts/draft-database.ts';
import { bring } from '#platform/bring.ts';
import { listSent } from '../sent-notes.ts';
import type { SubmissionThunk } from '../submission-services.ts';

/** Goes on with what an earlier visit has confirmed: what waits is sent, what was sent is followed to its end. */
export const resumeOutbox = (): SubmissionThunk<Promise<void>> => async (dispatch) => {
  const confirmed = await listConfirmed().catch(() => new Set<string>());
  const sent = listSent().filter(({ id, reference }) => reference === undefined && !confirmed.has(id));
  if (confirmed.size === 0 && sent.length === 0) return;
  const load = () => Promise.all([bring(() => import('./outbox.ts')), bring(() => import('./follow-sent.ts'))]);
  const parts = await load().catch(() => undefined);
  // The next visit goes on with it.
  if (parts === undefined) return;
  const [{ startOutbox }, { followSent }] = parts;
  dispatch(startOutbox());
  for (const one of sent) dispatch(followSent(one));
};
