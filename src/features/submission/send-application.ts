import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { toast } from '#components/toasts.tsx';
import type { DocumentReference } from '#contract/applications.ts';
import { isHeld, type StageError, type StageIssue, type Submission } from '#domain/submission/submission.ts';
import type { Arrivals } from '#features/documents/arrivals.ts';
import { type ApiError, isForeign, isTransient } from '#platform/api.ts';
import type { ConfirmedDocument, ConfirmedEntry } from './outbox/outbox-storage.ts';
import { findSent, type ReceiptDocument, type ReceiptSection, type SentRecord, saveSent } from './sent-records.ts';
import { submissionApi } from './submission-api.ts';
import { deleteSections, endSubmission, saveSections, submissionEvents } from './submission-slice.ts';

/** What the applicant has confirmed. */
export interface ConfirmedApplication extends Omit<ConfirmedEntry, 'id'> {
  /** The answers on the receipt; in memory only. */
  readonly sections?: readonly ReceiptSection[] | undefined;
}

type ApiDispatch = ThunkDispatch<{ readonly api: ReturnType<typeof submissionApi.reducer> }, unknown, UnknownAction>;

/**
 * How an attempt ended: `sent` if the server has it, `withdrawn` by the applicant. After a failure, `again`: a retry may
 * succeed; `foreign`: another computer answered instead of our server.
 */
export type SendOutcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'withdrawn' }
  | {
      readonly kind: 'failed';
      readonly failure: StageError;
      readonly again: boolean;
      readonly foreign?: boolean;
    };

export interface SendOptions {
  /** Resolves once all documents are uploaded, or with the slots of those that cannot be. */
  readonly whenUploaded: (signal: AbortSignal) => Promise<Arrivals>;
  /** Cancels the attempt while it waits for documents. */
  readonly signal: AbortSignal;
  /** A retry in the background: an earlier failure stays on the screen until this attempt succeeds. */
  readonly quiet?: boolean;
  /** Saves the documents of the PUT before it is sent. Resolves to false if it must not be sent any more. */
  readonly beforePut?: (references: DocumentReference[], sent: SentRecord) => Promise<boolean>;
}

/**
 * One attempt to send a confirmed application: waits for its documents, then sends the PUT. Each step is in the store.
 * Rejects only if `beforePut` does.
 */
export async function sendApplication(
  dispatch: ApiDispatch,
  draftId: string,
  application: ConfirmedApplication,
  options: SendOptions,
): Promise<SendOutcome> {
  const { applicant, documents: confirmed, sections } = application;
  const { whenUploaded, signal, quiet = false, beforePut } = options;
  saveSections(draftId, sections);
  if (!quiet) dispatch(submissionEvents.confirmed({ draftId, sent: { applicant, documents: confirmed } }));
  const outcome = await arrivals(whenUploaded, signal).then(async (arrived): Promise<SendOutcome> => {
    if (arrived === 'withdrawn') return { kind: 'withdrawn' };
    if (arrived === 'no-connection') return { kind: 'failed', failure: sendFailure({ kind: 'network' }), again: true };
    const references = arrived.ok ? [...arrived.documents] : [];
    // Read before it is overwritten. Not awaited: a disk that does not respond must not delay sending.
    const before = findSent(draftId);
    const noted = sentRecordOf(draftId, application, references);
    const mayLeave = arrived.ok && (await (beforePut?.(references, noted) ?? true));
    if (mayLeave && beforePut === undefined) void saveSent(noted);
    if (mayLeave) return putApplication(dispatch, application, { references, noted, before, quiet });
    const earlier = await findActiveEarlier(dispatch, draftId);
    if (earlier) return followEarlier(dispatch, draftId, earlier);
    if (arrived.ok) return { kind: 'withdrawn' };
    return { kind: 'failed', failure: notUploaded(confirmed, arrived.slots), again: false };
  });
  if (outcome.kind === 'withdrawn') endSubmission(dispatch, draftId);
  // During retries in the background, an earlier failure stays on the screen.
  if (outcome.kind === 'failed' && !(quiet && outcome.again)) {
    dispatch(submissionEvents.failed({ draftId, failure: outcome.failure }));
    toastNotConfigured(application.variant, outcome.failure);
  }
  return outcome;
}

/** Shown as a toast too, since no retry helps (R12.4). The other forms have their own toasts. */
function toastNotConfigured(variant: ConfirmedApplication['variant'], { code, message }: StageError): void {
  if (code === 'NOT_CONFIGURED' && (variant === 'direct' || variant === 'agent')) toast.error(message, { id: code });
}

async function arrivals(whenUploaded: SendOptions['whenUploaded'], signal: AbortSignal) {
  try {
    return await whenUploaded(signal);
  } catch {
    return signal.aborted ? 'withdrawn' : 'no-connection';
  }
}

/** The record of an application that is being sent, without its answers. */
function sentRecordOf(
  id: string,
  { variant, values, applicant, documents: confirmed, accepted }: ConfirmedApplication,
  references: readonly DocumentReference[],
): SentRecord {
  const documents = confirmed.map((one) => ({ ...one, ...references.find(({ slot }) => slot === one.slot) }));
  return {
    id,
    variant,
    applicant,
    documents: documents.map(toReceiptDocument),
    ...applicationIdIn(values),
    ...(accepted && { terms: accepted.terms }),
    at: Date.now(),
  };
}

interface PutDetails {
  readonly references: DocumentReference[];
  readonly noted: SentRecord;
  /** The record of an earlier confirmation. */
  readonly before: Promise<SentRecord | undefined>;
  readonly quiet: boolean;
}

async function putApplication(
  dispatch: ApiDispatch,
  { variant, values, accepted }: ConfirmedApplication,
  { references, noted, before: earlier, quiet }: PutDetails,
): Promise<SendOutcome> {
  const { id: draftId, variant: _variant, at: _at, ...sent } = noted;
  if (!quiet) dispatch(submissionEvents.documentsArrived({ draftId, sent }));
  const body = { values: { ...values }, documents: references, ...(accepted && { accepted }) };
  const before = cachedSubmission(dispatch, draftId);
  // Untracked: the result is cached as the query's, so RTK Query need not cache it twice.
  const put = submissionApi.endpoints.putApplication.initiate({ id: draftId, variant, body }, { track: false });
  const { data, error } = await dispatch(put);
  if (!data) {
    const failure = error as ApiError;
    if (await isBeingProcessed(dispatch, draftId, failure))
      return followEarlier(dispatch, draftId, (await earlier) ?? noted);
    return { kind: 'failed', failure: sendFailure(failure), again: isRetryable(failure), foreign: isForeign(failure) };
  }
  // An earlier attempt is still polled; if it was answered during the PUT, that answer is newer than this one.
  if (cachedSubmission(dispatch, draftId) === before)
    await dispatch(submissionApi.util.upsertQueryData('submission', draftId, data));
  dispatch(submissionEvents.accepted({ draftId, sent }));
  return { kind: 'sent' };
}

/** Whether a submission has failed. One that the staff check has not. */
const hasStopped = (submission: Submission): boolean => submission.status === 'error' && !isHeld(submission);

/**
 * Whether our server refused because it already processes this submission with other answers. If the submission has
 * failed, the server accepts new answers. An agency's number may also belong to another agency's submission.
 */
async function isBeingProcessed(dispatch: ApiDispatch, draftId: string, error: ApiError): Promise<boolean> {
  const code = error.kind === 'problem' ? error.problem.code : undefined;
  if (code !== 'ALREADY_SUBMITTED' && code !== 'SUBMISSION_IN_PROGRESS') return false;
  const known = await fetchSubmission(dispatch, draftId);
  return known !== undefined && (code === 'ALREADY_SUBMITTED' || !hasStopped(known));
}

/**
 * An earlier submission of this draft that the server accepted and that has not failed. It may be processed already, and
 * its answers and documents deleted from this device.
 */
async function findActiveEarlier(dispatch: ApiDispatch, draftId: string): Promise<SentRecord | undefined> {
  const earlier = await findSent(draftId);
  const known = earlier && (await fetchSubmission(dispatch, draftId));
  return known === undefined || hasStopped(known) ? undefined : earlier;
}

/** Undefined if the server has none or does not answer. */
async function fetchSubmission(dispatch: ApiDispatch, draftId: string): Promise<Submission | undefined> {
  const { initiate } = submissionApi.endpoints.submission;
  const { data } = await dispatch(initiate(draftId, { subscribe: false, forceRefetch: true }));
  return data;
}

/** The server keeps the earlier answers: they are polled until they are processed, and the receipt shows them. */
function followEarlier(dispatch: ApiDispatch, draftId: string, earlier: SentRecord): SendOutcome {
  void saveSent(earlier);
  deleteSections(draftId);
  dispatch(submissionEvents.accepted({ draftId, sent: earlier }));
  dispatch(submissionEvents.confirmedAgain(draftId));
  return { kind: 'sent' };
}

/** The cached submission; a new object after each change. */
const cachedSubmission = (dispatch: ApiDispatch, draftId: string): Submission | undefined =>
  dispatch((_dispatch, getState) => submissionApi.endpoints.submission.select(draftId)(getState()).data);

/** The number on an agency's form; a student's number comes from the server. */
const applicationIdIn = ({ agentApplicationId: id }: ConfirmedApplication['values']) =>
  typeof id === 'string' ? { applicationId: id } : {};

/** Whether a retry may succeed. If a service is not configured, it cannot. */
const isRetryable = (error: ApiError): boolean =>
  isTransient(error) && !(error.kind === 'problem' && error.problem.code === 'NOT_CONFIGURED');

const toReceiptDocument = ({ label, name, size, sha256 }: ReceiptDocument): ReceiptDocument => ({
  label,
  name,
  size,
  ...(sha256 && { sha256 }),
});

function notUploaded(documents: readonly ConfirmedDocument[], slots: readonly string[]): StageError {
  const labels = documents.filter(({ slot }) => slots.includes(slot)).map(({ label }) => label);
  return {
    code: 'UPLOAD_FAILED',
    message: `We could not upload these documents: ${labels.join(', ')}`,
    detail: 'Close this, read the messages beside them, and choose the files again',
  };
}

/** When our server does not answer (R12.2). */
const NETWORK_FAILURE = 'Network error occurred. Please check your connection and try again.';
export const GENERAL_FAILURE = 'There was an error submitting your application. Please try again.';
const FOREIGN_ANSWER =
  'Another computer answered instead of our server, for example a Wi-Fi sign-in page. If this happens again, try another network.';

/** Why an application was not accepted, as a stage's error, since it is displayed like one. */
export function sendFailure(error: ApiError): StageError {
  if (error.kind === 'network') return { code: 'NETWORK_ERROR', message: NETWORK_FAILURE };
  if (error.kind !== 'problem')
    return { code: 'UNKNOWN_ERROR', message: GENERAL_FAILURE, ...(isForeign(error) && { detail: FOREIGN_ANSWER }) };
  const { code, title, detail, fieldErrors } = error.problem;
  switch (code) {
    case 'VALIDATION_FAILED':
      return { code, message: 'Form validation failed', errors: issuesOf(fieldErrors) };
    // Their detail says what to do next.
    case 'DOCUMENTS_MISSING':
    case 'NOT_CONFIGURED':
      return { code, message: detail ?? title };
    case 'INTERNAL_ERROR':
      return { code, message: GENERAL_FAILURE };
    // For example a full disk. The outbox shows beside this message that it will retry.
    case 'UNAVAILABLE':
      return { code, message: GENERAL_FAILURE, ...(detail && { detail }) };
    default:
      return { code, message: title, ...(detail && detail !== title && { detail }) };
  }
}

const issuesOf = (fieldErrors: Readonly<Record<string, string>> = {}): readonly StageIssue[] =>
  Object.entries(fieldErrors).map(([field, message]) => ({ field, message, technical: field }));
