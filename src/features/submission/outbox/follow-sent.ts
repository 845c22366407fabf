import type { AppStore } from '#app/store.ts';
import { lostSlots } from '#domain/submission/lost-documents.ts';
import type { SubmissionKind } from '#domain/submission/stages.ts';
import type { Submission } from '#domain/submission/submission.ts';
import { removeDraft } from '#features/drafts/open-draft.ts';
import { draftTabs } from '#features/drafts/save-draft.ts';
import { isNotFound } from '#platform/api-error.ts';
import { isFilling } from '#platform/view-slice.ts';
import { findSent, forgetSent, noteReceipt, type SentRecord } from '../sent-notes.ts';
import { submissionApi } from '../submission-api.ts';
import { submissionEvents } from '../submission-slice.ts';
import { type OutboxSummary, outboxEvents, selectOutbox, type UnderWay } from './outbox-slice.ts';

const followed = new WeakMap<AppStore, Set<string>>();

/**
 * Follows an application that the server has to its end, on whatever view: then its receipt is kept and its draft goes.
 * Where its form is open, in this tab or another, the form shows the end itself.
 */
export async function followSent(store: AppStore, sent: Pick<SentRecord, 'id' | 'applicant'>): Promise<void> {
  const { id, applicant } = sent;
  const ids = followed.get(store) ?? new Set();
  followed.set(store, ids);
  if (ids.has(id)) return;
  ids.add(id);
  store.dispatch(outboxEvents.underWay({ id, applicant }));
  const { initiate, select } = submissionApi.endpoints.submission;
  // Without a connection the first question has no answer; it is asked again when the server is back.
  const following = store.dispatch(initiate(id, { subscriptionOptions: { refetchOnReconnect: true } }));
  let shown: Submission | undefined;
  const look = () => {
    const { data, error } = select(id)(store.getState());
    if (data === undefined) return isNotFound(error) ? forget() : undefined;
    if (data === shown) return;
    shown = data;
    if (data.status === 'processed') return void end(data);
    store.dispatch(outboxEvents.underWay({ id, applicant, ...problemOf(data) }));
  };
  const stop = () => {
    unsubscribe();
    following.unsubscribe();
    ids.delete(id);
  };
  const forget = () => {
    stop();
    forgetSent(id);
    store.dispatch(outboxEvents.unknown(id));
  };
  const end = async (submission: Submission) => {
    stop();
    const { kind } = submission;
    if (!isOnScreen(store, id, kind)) await (kind === 'agent' ? endAgency : endDraft)(store, submission);
    store.dispatch(outboxEvents.arrived(id));
  };
  const unsubscribe = store.subscribe(look);
  await following;
  look();
}

/** The form that it was confirmed on stands before the person. An agency has one registration at a time. */
export function isOnScreen(store: AppStore, id: string, kind: SubmissionKind): boolean {
  const { view, application } = store.getState();
  if (kind === 'agent') return view.current === 'new-agent';
  return isFilling(view.current) && application.draft?.id === id;
}

async function endDraft(store: AppStore, submission: Submission): Promise<void> {
  if (!(await store.dispatch(draftTabs()).hold(submission.id))) return;
  noteReceipt(submission);
  await store.dispatch(removeDraft(submission.id));
}

async function endAgency(store: AppStore, submission: Submission): Promise<void> {
  const { endRegistration } = await import('#features/forms/agency/keep-registration.ts');
  if (await endRegistration(store, submission.id)) noteReceipt(submission);
}

/** Why it has stopped on the server, for those whom nobody is watching. */
function problemOf({ status, stages }: Submission): Pick<UnderWay, 'problem' | 'lostDocuments'> {
  const error = status === 'error' ? stages.find(({ state }) => state === 'error')?.error : undefined;
  if (error === undefined) return {};
  return { problem: error.message, ...(lostSlots(stages).length > 0 && { lostDocuments: true }) };
}

/**
 * Another tab has worked on the line: what stands on the screen here and was brought to the server there is followed
 * from now on, as if it had been sent from here. `before` is the line as it was.
 */
export function followSentElsewhere(store: AppStore, before: readonly OutboxSummary[]): void {
  const left = new Set(selectOutbox(store.getState()).entries.map(({ id }) => id));
  for (const { id, variant } of before) {
    const sent = left.has(id) ? undefined : findSent(id);
    if (sent && isOnScreen(store, id, variant === 'agency' ? 'agent' : 'student'))
      store.dispatch(submissionEvents.accepted({ draftId: id, sent }));
  }
}
