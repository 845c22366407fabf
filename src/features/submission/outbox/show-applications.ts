import { listSent } from '../sent-records.ts';
import type { SubmissionThunk } from '../submission-services.ts';
import { outboxEvents, outboxSlice, summaryOf } from './outbox-slice.ts';
import { listEntries } from './outbox-storage.ts';

/**
 * Loads the confirmed applications of this device into the store; `sending` is the id of the one that is being sent. If
 * the device cannot be read, the lists do not change.
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
