import { skipToken } from '@reduxjs/toolkit/query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useDispatch, useSelector, useStore } from 'react-redux';
import type { SubmissionKind } from '#domain/submission/stages.ts';
import { isAccepted, isHeld, lostSlots, type Stage, type Submission } from '#domain/submission/submission.ts';
import type { DocumentsEngine } from '#features/documents/documents-engine.ts';
import { isOnlyHere, selectDraftDocuments } from '#features/documents/documents-slice.ts';
import { useDocuments } from '#features/documents/use-documents.ts';
import { createDraft } from '#features/drafts/open-draft.ts';
import { discardSaved, removeDraft } from '#features/drafts/remove-draft.ts';
import { isNotFound } from '#platform/api.ts';
import { viewOpened } from '#platform/view-slice.ts';
import { confirmApplication, startOutbox, withdrawApplication } from './outbox/outbox.ts';
import { outboxPosition, selectOutbox } from './outbox/outbox-slice.ts';
import { OutboxNotice } from './outbox/outbox-view.tsx';
import type { ConfirmedApplication } from './send-application.ts';
import { deleteSent, findSent, type Receipt, receiptOf, storeReceipt, withReceipt } from './sent-records.ts';
import { stagesBeforeAnswer } from './stage-list.tsx';
import { useFollowedSubmission } from './submission-api.ts';
import type { SubmissionDispatch, SubmissionRoot } from './submission-services.ts';
import {
  endSubmission,
  type SubmissionEntry,
  sectionsOf,
  selectSubmissionEntry,
  submissionEvents,
  type WithSubmissions,
} from './submission-slice.ts';

/** `waiting` for uploads, `sending`, then the server's status. */
type ProgressStatus = 'idle' | 'waiting' | 'sending' | 'processing' | 'error' | 'processed';

/** Implemented by the outbox. */
export interface Sender {
  readonly send: (application: ConfirmedApplication) => void;
  /** The applicant goes back to the form, so nothing must be sent. */
  readonly withdraw: () => void;
  /** Whether it retries automatically after the failure on the screen. */
  readonly retriesAutomatically: boolean;
}

export interface SubmissionProgress {
  readonly status: ProgressStatus;
  /** The submit button then reads 'Submitting...'. */
  readonly busy: boolean;
  /** Whether the progress is open. */
  readonly shown: boolean;
  readonly stages: readonly Stage[];
  readonly submission: Submission | undefined;
  /** The records have it, or may have it, but it is not processed yet: its answers cannot be edited. */
  readonly accepted: boolean;
  readonly confirmedAgain: boolean;
  /** Once processed. */
  readonly receipt: Receipt | undefined;
  /** Sends a confirmed application; if it is already being sent, opens the progress instead. */
  readonly start: (application: ConfirmedApplication) => void;
  /** Opens the progress again. */
  readonly show: () => void;
  /** Back to the form: cancels waiting for uploads, or dismisses an error. Automatic retries continue. */
  readonly close: () => void;
  /** Ends a processed submission; its receipt stays on this device. */
  readonly reset: () => void;
}

/**
 * The submission of one draft: `start` it, watch `status` and `stages`, `close` after an error, `reset` after a success.
 * After a reload it restores a submission of the last 24 hours.
 */
export function useSubmission(draftId: string, sender: Sender, kind: SubmissionKind = 'student'): SubmissionProgress {
  const dispatch = useDispatch();
  const entry = useSelector((state: WithSubmissions) => selectSubmissionEntry(state, draftId));
  const { submission, unknown } = useServerSubmission(draftId, entry);
  useEffect(() => {
    void findSent(draftId).then((sent) => sent && dispatch(submissionEvents.foundAgain({ draftId, sent })));
  }, [dispatch, draftId]);
  useEffect(() => {
    if (!unknown) return;
    void deleteSent(draftId);
    endSubmission(dispatch, draftId);
  }, [dispatch, draftId, unknown]);
  const receipt = receiptFor(entry, submission);
  const status = statusOf(entry, submission);
  return {
    status,
    busy: status === 'waiting' || status === 'sending' || status === 'processing',
    shown: status === 'processed' || (status !== 'idle' && entry?.shown === true),
    stages: submission?.stages ?? stagesBeforeAnswer(kind, entry?.failure),
    submission,
    accepted: submission !== undefined && status !== 'processed' && (isAccepted(submission) || isHeld(submission)),
    confirmedAgain: entry?.confirmedAgain === true && status !== 'error',
    receipt,
    start: (application) => {
      if (status === 'idle' || status === 'error') sender.send(application);
      else dispatch(submissionEvents.confirmedAgain(draftId));
    },
    show: () => void dispatch(submissionEvents.shownAgain(draftId)),
    close: () => {
      const failed = entry?.phase === 'failed' && !sender.retriesAutomatically;
      if (status === 'waiting' || failed) sender.withdraw();
      if (failed) endSubmission(dispatch, draftId);
      else dispatch(submissionEvents.hidden(draftId));
    },
    reset: () => endSubmission(dispatch, draftId),
  };
}

/** The server's submission; `unknown` if it has none. */
function useServerSubmission(draftId: string, entry: SubmissionEntry | undefined) {
  const follow = entry?.phase === 'followed' || entry?.phase === 'asked';
  const { currentData, error } = useFollowedSubmission(follow ? draftId : skipToken);
  return { submission: currentData, unknown: follow && isNotFound(error) };
}

function receiptFor(entry: SubmissionEntry | undefined, submission: Submission | undefined): Receipt | undefined {
  const processed = submission?.status === 'processed' ? submission : undefined;
  return entry && processed && { ...receiptOf(processed, entry.sent, new Date()), sections: sectionsOf(processed.id) };
}

function statusOf(entry: SubmissionEntry | undefined, submission: Submission | undefined): ProgressStatus {
  switch (entry?.phase) {
    case undefined:
      return 'idle';
    case 'failed':
      return 'error';
    // Nothing is shown until the server answers.
    case 'asked':
      return submission?.status ?? 'idle';
    case 'followed':
      return submission?.status ?? 'processing';
    default:
      return entry?.phase ?? 'idle';
  }
}

interface OutboxOptions {
  /** The notice is beside the form: it then explains what happens to changes and has a button to withdraw. */
  readonly besideForm?: boolean;
}

/** The outbox as the sender of a draft's application, and its notice while the application is queued. */
function useOutbox(draftId: string, { besideForm = false }: OutboxOptions = {}) {
  const dispatch = useDispatch<SubmissionDispatch>();
  const position = outboxPosition(useSelector(selectOutbox), draftId);
  const waits = position !== undefined && position.entry.failure === undefined;
  const onlyHere = useSelector((state: SubmissionRoot) =>
    Object.values(selectDraftDocuments(state, draftId)).some(isOnlyHere),
  );
  const sender: Sender = {
    send: (application) => void dispatch(confirmApplication(draftId, application)),
    withdraw: () => void dispatch(withdrawApplication(draftId)),
    retriesAutomatically: waits,
  };
  const beside = besideForm && { editable: true, onWithdraw: sender.withdraw };
  return { sender, notice: position && waits && <OutboxNotice {...{ position, onlyHere }} {...beside} /> };
}

/**
 * The submission of the open draft through the outbox. `done` removes the draft and opens the home page. With
 * `besideForm` it starts a new draft instead; until then the draft is kept, so that a reload shows the result again.
 */
export function useDraftSubmission(draftId: string, kind: SubmissionKind, { besideForm = false }: OutboxOptions = {}) {
  const store = useStore<SubmissionRoot>();
  const dispatch = useDispatch<SubmissionDispatch>();
  const documents = useDocuments(draftId);
  const { sender, notice } = useOutbox(draftId, { besideForm });
  const progress = useSubmission(draftId, sender, kind);
  const processed = progress.status === 'processed' ? progress.submission : undefined;
  useEffect(() => {
    // Saved data is deleted at once; the screen keeps the result until it is closed.
    if (processed) void dispatch(deleteSaved(processed, besideForm));
  }, [dispatch, processed, besideForm]);
  const done = async () => {
    progress.reset();
    const { open: draft } = store.getState().drafts;
    if (besideForm && draft !== null) await dispatch(createDraft(draft.variant));
    await dispatch(removeDraft(draftId));
    if (!besideForm) dispatch(viewOpened('home'));
  };
  return { progress, documents, notice, done };
}

/** Replaces the saved draft by its receipt, or saves the receipt beside a draft that stays for now. */
const deleteSaved =
  (submission: Submission, draftStays: boolean) =>
  async (dispatch: SubmissionDispatch): Promise<void> => {
    const { id } = submission;
    await (draftStays ? storeReceipt(submission) : dispatch(discardSaved(id, withReceipt(submission))));
    await dispatch(startOutbox()).refresh();
  };

/**
 * Uploads documents that the server lost after it accepted the application. If this device has all of them, `send` sends
 * the application again. Otherwise the progress names them, and the applicant attaches them again. Automatic only once
 * per visit, since a server with a failing disk would lose them again.
 */
export function useLostDocuments(
  draftId: string,
  submission: Submission | undefined,
  engine: Pick<DocumentsEngine, 'bringAgain'>,
  send: () => void,
): void {
  const slots = submission?.id === draftId && submission.status === 'error' ? lostSlots(submission.stages).join() : '';
  const sendAgain = useEffectEvent(send);
  const repaired = useRef<string>(undefined);
  useEffect(() => {
    if (slots === '') return;
    void engine.bringAgain(draftId, slots.split(',')).then((areAllHere) => {
      if (!areAllHere || repaired.current === draftId) return;
      repaired.current = draftId;
      sendAgain();
    });
  }, [draftId, slots, engine]);
}
