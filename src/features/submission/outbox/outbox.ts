import { rootReducer } from '#app/root-reducer.ts';
import type { AppStore } from '#app/store.ts';
import { documentsEngine } from '#features/documents/documents-engine.ts';
import { documentsSlice } from '#features/documents/documents-slice.ts';
import { draftExpired } from '#features/drafts/draft-events.ts';
import { removeDraft, replaceDraft } from '#features/drafts/open-draft.ts';
import { noteRegistrationSent } from '#features/forms/agency/registration-storage.ts';
import { probeServer } from '#platform/connection.ts';
import { isFilling } from '#platform/view-slice.ts';
import { type ConfirmedApplication, sendApplication, sendFailure } from '../send-application.ts';
import { noteUnsent } from '../sent-notes.ts';
import { endSubmission, noteSections, submissionEvents, submissionSlice } from '../submission-slice.ts';
import { type OutboxRunner, runOutbox } from './drain.ts';
import { followSent, followSentElsewhere } from './follow-sent.ts';
import { outboxEvents, outboxSlice, selectOutbox, summaryOf } from './outbox-slice.ts';
import type { OutboxEntry } from './outbox-storage.ts';
import * as storage from './outbox-storage.ts';
import { type Attempts, sendEntry } from './send-entry.ts';

rootReducer.inject(documentsSlice);
rootReducer.inject(submissionSlice);
rootReducer.inject(outboxSlice);

/** Other tabs show the same line. */
const CHANNEL = 'outbox';

export interface Outbox {
  /** Takes a confirmed application and brings it to the server, however long that takes (up to seven days). */
  confirm(draftId: string, application: ConfirmedApplication): Promise<void>;
  /** Nothing of this draft is to be sent. What has left already, the server has. */
  withdraw(draftId: string): Promise<void>;
  /** Puts one that was set aside back into its place. */
  retry(draftId: string): Promise<void>;
}

const outboxes = new WeakMap<AppStore, Outbox>();

/** The outbox of this page; at work from the first call on. */
export function outboxOf(store: AppStore): Outbox {
  const outbox = outboxes.get(store) ?? startOutbox(store);
  outboxes.set(store, outbox);
  return outbox;
}

function startOutbox(store: AppStore): Outbox {
  const attempts: Attempts = { fresh: new Map(), leaving: new Map() };
  const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel(CHANNEL) : undefined;
  const show = async (sending: string | null) => {
    const entries = await storage.listEntries().catch(() => []);
    store.dispatch(outboxEvents.changed({ entries: entries.map(summaryOf), sending }));
  };
  const tell = async (sending: string | undefined) => {
    await show(sending ?? null);
    channel?.postMessage(sending ?? null);
  };
  channel?.addEventListener('message', async ({ data }) => {
    const before = selectOutbox(store.getState()).entries;
    await show(data);
    followSentElsewhere(store, before);
  });
  const runner = runOutbox({
    list: storage.listEntries,
    find: storage.findEntry,
    remove: storage.removeEntry,
    replace: storage.replaceEntry,
    expire: (entry) => giveUp(store, entry),
    send: async (entry) => {
      const delivery = await sendEntry(store, entry, attempts);
      if (delivery.kind !== 'sent') return delivery;
      if (entry.variant === 'agency') await noteRegistrationSent(entry.id).catch(() => {});
      void followSent(store, entry);
      return delivery;
    },
    serverAnswers: () => askServer(store),
    now: Date.now,
    onChange: tell,
  });
  // Made first, so that documents go on before what waits for them.
  store.dispatch(documentsEngine());
  wakeOnReturn(store, runner);
  void show(null);
  runner.wake();
  return {
    async confirm(draftId, application) {
      const { variant, values, applicant, documents, sections } = application;
      noteSections(draftId, sections);
      store.dispatch(submissionEvents.confirmed({ draftId, sent: { applicant, documents } }));
      attempts.fresh.set(draftId, application);
      const confirmed = { id: draftId, variant, values, applicant, documents: documents.map(toConfirmed) };
      const kept = await storage.addEntry(confirmed, Date.now()).catch(() => undefined);
      if (kept === undefined) return sendUnkept(store, draftId, application);
      await tell(undefined);
      runner.wake();
    },
    async withdraw(draftId) {
      attempts.fresh.delete(draftId);
      await storage.withdrawEntry(draftId).catch(() => {});
      const leaving = attempts.leaving.get(draftId);
      if (leaving) leaving.abort();
      else endSubmission(store.dispatch, draftId);
      await tell(undefined);
    },
    async retry(draftId) {
      const { failure: _failure, ...entry } = (await storage.findEntry(draftId)) ?? {};
      if ('id' in entry) await storage.replaceEntry(entry);
      await tell(undefined);
      runner.wake();
    },
  };
}

const toConfirmed = ({ slot, label, name, size, sha256 }: OutboxEntry['documents'][number]) => ({
  slot,
  label,
  name,
  size,
  ...(sha256 && { sha256 }),
});

/** Its seven days are over: it goes from this device, and the person is told, now or when they come next. */
async function giveUp(store: AppStore, entry: OutboxEntry): Promise<void> {
  noteUnsent(entry, Date.now());
  store.dispatch(submissionEvents.ended(entry.id));
  await store.dispatch((isFilling(store.getState().view.current) ? replaceDraft : removeDraft)(entry.id, draftExpired));
  store.dispatch(outboxEvents.givenUp());
}

/** This browser keeps nothing: then it is sent now, or the person tries again. */
async function sendUnkept(store: AppStore, draftId: string, application: ConfirmedApplication): Promise<void> {
  await sendApplication(store.dispatch, draftId, application, new AbortController());
}

/** Asks whether the server answers; if not, whoever stands in the line is told, too, not only the one that was tried. */
async function askServer(store: AppStore): Promise<boolean> {
  const answers = await store.dispatch(probeServer());
  if (answers) return true;
  const failure = sendFailure({ kind: 'network' });
  for (const [draftId, { phase }] of Object.entries(store.getState().submission ?? {}))
    if (phase === 'waiting') store.dispatch(submissionEvents.failed({ draftId, failure }));
  return false;
}

/** The server answers again: the documents go on, and then what waits for them. */
function wakeOnReturn(store: AppStore, runner: OutboxRunner): void {
  let { online } = store.getState().connection;
  store.subscribe(() => {
    const was = online;
    ({ online } = store.getState().connection);
    if (was || !online) return;
    runner.wake();
  });
}
