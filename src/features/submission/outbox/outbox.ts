import { addListener, isAnyOf } from '@reduxjs/toolkit';
import { toast } from '#components/toasts.tsx';
import { documentsEngine } from '#features/documents/documents-engine.ts';
import { documentsSlice } from '#features/documents/documents-slice.ts';
import { draftDeleted, draftExpired } from '#features/drafts/draft-events.ts';
import { removeDraft, replaceDraft } from '#features/drafts/remove-draft.ts';
import { connectionRegained, probeServer } from '#platform/connection.ts';
import { askForLastingStorage } from '#platform/lasting-storage.ts';
import { whenBroughtBack } from '#platform/page-lifecycle.ts';
import { isFilling } from '#platform/view-slice.ts';
import { acceptedTerms } from '../accepted-terms.ts';
import { type ConfirmedApplication, sendApplication, sendFailure } from '../send-application.ts';
import { saveUnsent } from '../sent-records.ts';
import type { Outbox, SubmissionThunk } from '../submission-services.ts';
import { deleteSections, endSubmission, saveSections, submissionEvents, submissionSlice } from '../submission-slice.ts';
import { runOutbox } from './drain.ts';
import { followSent, followUnderWay, showSentElsewhere } from './follow-sent.ts';
import { outboxEvents, outboxSlice, selectOutbox } from './outbox-slice.ts';
import * as storage from './outbox-storage.ts';
import { sendEntry } from './send-entry.ts';
import { showApplications } from './show-applications.ts';

/** Queues a confirmed application and sends it, with retries for up to seven days. */
export const confirmApplication =
  (draftId: string, application: ConfirmedApplication): SubmissionThunk<Promise<void>> =>
  async (dispatch, getState) => {
    const outbox = dispatch(startOutbox());
    const { sections, variant, values, applicant, documents } = application;
    const accepted = acceptedTerms(getState(), values);
    saveSections(draftId, sections);
    dispatch(submissionEvents.confirmed({ draftId, sent: { applicant, documents } }));
    outbox.untried.add(draftId);
    void askForLastingStorage();
    const confirmed = { id: draftId, variant, values, applicant, documents: documents.map(toConfirmed), ...accepted };
    const withdrawing = new AbortController();
    outbox.unsaved.set(draftId, withdrawing);
    const kept = await storage.addEntry(confirmed, Date.now()).catch(() => undefined);
    if (kept === undefined) await dispatch(sendUnsaved(draftId, { ...application, ...accepted }, withdrawing.signal));
    if (outbox.unsaved.get(draftId) === withdrawing) outbox.unsaved.delete(draftId);
    await outbox.refresh();
    outbox.wake();
  };

/**
 * Removes an application from the outbox. One that was sent stays at the server. If this device cannot remove the entry,
 * it will still be sent: a toast warns, and the promise resolves to false.
 */
export const withdrawApplication =
  (draftId: string): SubmissionThunk<Promise<boolean>> =>
  async (dispatch) => {
    const { untried, attempts, unsaved, refresh } = dispatch(startOutbox());
    const direct = unsaved.get(draftId);
    direct?.abort();
    const isWithdrawn = await storage.withdrawEntry(draftId);
    if (!isWithdrawn) toast.error(NOT_WITHDRAWN, { id: `withdrawn ${draftId}` });
    if (isWithdrawn || direct) {
      untried.delete(draftId);
      const attempt = attempts.get(draftId);
      if (attempt) attempt.abort();
      else endSubmission(dispatch, draftId);
    }
    await refresh();
    return isWithdrawn;
  };

/** Queues a refused entry again. If the disk cannot be written, the entry stays refused, and a toast says why. */
export const retryApplication =
  (draftId: string): SubmissionThunk<Promise<void>> =>
  async (dispatch) => {
    const { refresh, wake } = dispatch(startOutbox());
    await storage.requeueEntry(draftId).catch(() => void toast.error(NOT_CHANGED));
    await refresh();
    wake();
  };

const NOT_CHANGED =
  'We could not save on this device. The application still waits here. Make room on the device, and try again.';

const NOT_WITHDRAWN =
  'We could not withdraw this application. We will still send it. Make room on this device, and try again.';

const isDraftGone = isAnyOf(draftDeleted, draftExpired);
/** All tabs show the same queue. */
const CHANNEL = 'outbox';

/** The outbox of this page, started on the first call. */
export const startOutbox = (): SubmissionThunk<Outbox> => (dispatch, getState, services) => {
  if (services.outbox) return services.outbox;
  for (const slice of [documentsSlice, submissionSlice, outboxSlice]) services.inject(slice);
  // Before the listener below: after a reconnect, uploads resume before the applications that need them.
  dispatch(documentsEngine());
  dispatch(followUnderWay());
  const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel(CHANNEL) : undefined;
  const show = async (sending: string | null) => {
    await dispatch(showApplications(sending));
  };
  const follow = async (sending: string | null) => {
    const before = selectOutbox(getState()).entries;
    await show(sending);
    dispatch(showSentElsewhere(before));
  };
  channel?.addEventListener('message', ({ data }) => void follow(data));
  const refresh = async (sending?: string) => {
    await show(sending ?? null);
    channel?.postMessage(sending ?? null);
  };
  const untried = new Set<string>();
  const [attempts, unsaved] = [new Map<string, AbortController>(), new Map<string, AbortController>()];
  const { wake } = runOutbox({
    list: storage.listEntries,
    find: storage.findEntry,
    remove: async (entry) => {
      if (!(await storage.removeSent(entry))) return;
      // The dialog then says that newer answers were confirmed.
      deleteSections(entry.id);
      dispatch(submissionEvents.confirmedAgain(entry.id));
    },
    replace: storage.replaceEntry,
    expire: async (entry) => {
      const present = await storage.findEntry(entry.id);
      if (present && storage.isEntryExpired(present, Date.now())) await dispatch(expireEntry(present));
      else wake();
    },
    send: async (entry) => {
      const delivery = await dispatch(sendEntry(entry, { untried, attempts }));
      if (delivery.kind !== 'sent') return delivery;
      dispatch(followSent(entry));
      return delivery;
    },
    serverAnswers: () => dispatch(checkServer()),
    now: Date.now,
    onChange: refresh,
  });
  dispatch(addListener({ actionCreator: connectionRegained, effect: wake }));
  whenBroughtBack(() => void follow(null).then(wake));
  dispatch(addListener({ matcher: isDraftGone, effect: ({ payload }) => unsaved.get(payload)?.abort() }));
  services.outbox = { wake, refresh, untried, attempts, unsaved };
  void show(null);
  wake();
  return services.outbox;
};

const toConfirmed = ({ slot, label, name, size, sha256, attachment }: storage.ConfirmedDocument) => ({
  slot,
  label,
  name,
  size,
  ...(sha256 && { sha256 }),
  ...(attachment && { attachment }),
});

/** Deletes an entry after seven days. A notice tells the applicant, now or on the next visit. */
const expireEntry =
  (entry: storage.OutboxEntry): SubmissionThunk<Promise<void>> =>
  async (dispatch, getState) => {
    saveUnsent(entry, Date.now());
    dispatch(submissionEvents.ended(entry.id));
    const remove = isFilling(getState().view.current) ? replaceDraft : removeDraft;
    await dispatch(remove(entry.id, draftExpired));
    dispatch(outboxEvents.entryExpired());
  };

/**
 * This browser cannot save, so the application is sent once, and the applicant retries after a failure. An earlier
 * confirmation is no longer sent. `signal` aborts if this one is withdrawn.
 */
const sendUnsaved =
  (draftId: string, application: ConfirmedApplication, signal: AbortSignal): SubmissionThunk<Promise<void>> =>
  async (dispatch) => {
    // Not awaited: a disk that does not respond must not delay sending.
    void storage.withdrawEntry(draftId);
    const { whenUploaded } = dispatch(documentsEngine());
    await sendApplication(dispatch, draftId, application, {
      signal,
      whenUploaded: (ending) => whenUploaded(draftId, application.documents, ending),
    });
  };

/** Whether the server answers. If not, every waiting submission shows it, not only the one that was tried. */
const checkServer = (): SubmissionThunk<Promise<boolean>> => async (dispatch, getState) => {
  if (await dispatch(probeServer())) return true;
  const failure = sendFailure({ kind: 'network' });
  for (const [draftId, { phase }] of Object.entries(getState().submission ?? {}))
    if (phase === 'waiting') dispatch(submissionEvents.failed({ draftId, failure }));
  return false;
};
