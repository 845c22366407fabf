import { listSent } from '../sent-notes.ts';
import type { SubmissionThunk } from '../submission-services.ts';
import { outboxEvents, outboxSlice, summaryOf } from './outbox-slice.ts';
import { listEntries } from './outbox-storage.ts';

/**
 * Shows in this page what this device has of confirmed applications; `sending` is the id of the one that is being sent. If
 * the device cannot be read, the lists stay as they were.
 */
export const showApplications =
  (sending?: string | null): SubmissionThunk<Promise<void>> =>
  async (dispatch, _getState, { inject }) => {
    inject(outboxSlice);
    const unread = () => undefined;
    const [entries, sent] = await Promise.all([listEntries().catch(unread), listSent().catch(unread)]);
    const known = { ...(entries && { entries: entries.map(summaryOf) }), ...(sent && { sent }) };
    dispatch(outboxEvents.changed({ ...known, ...(sending !== undefined && { sending }) }));
  };
