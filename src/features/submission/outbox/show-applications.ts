import { listSent } from '../sent-notes.ts';
import type { SubmissionThunk } from '../submission-services.ts';
import { outboxEvents, outboxSlice, summaryOf } from './outbox-slice.ts';
import { listEntries } from './outbox-storage.ts';

/**
 * Shows in this page what this device has of confirmed applications; `sending` is the id of the one that is being sent. If
 * the device cannot be read, what was sent stays as it was.
 */
export const showApplications =
  (sending?: string | null): SubmissionThunk<Promise<void>> =>
  async (dispatch, _getState, { inject }) => {
    inject(outboxSlice);
    const [entries, sent] = await Promise.all([listEntries().catch(() => []), listSent().catch(() => undefined)]);
    const known = { ...(sending !== undefined && { sending }), ...(sent && { sent }) };
    dispatch(outboxEvents.changed({ entries: entries.map(summaryOf), ...known }));
  };
