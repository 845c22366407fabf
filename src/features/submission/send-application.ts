import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { toast } from '#components/toasts.tsx';
import type { Accepted, DocumentReference } from '#contract/applications.ts';
import { isHeld, type StageError, type StageIssue, type Submission } from '#domain/submission/submission.ts';
import type { Arrivals } from '#features/documents/arrivals.ts';
import type { DraftVariant } from '#features/drafts/draft.ts';
import { type ApiError, isForeign, isTransient } from '#platform/api.ts';
import { findSent, noteSent, type ReceiptDocument, type ReceiptSection, type SentRecord } from './sent-notes.ts';
import { submissionApi } from './submission-api.ts';
import { endSubmission, forgetSections, noteSections, submissionEvents } from './submission-slice.ts';

/** A document at the moment of the confirmation. */
export interface ConfirmedDocument extends ReceiptDocument {
  readonly slot: string;
  /** Which choice of a file it was: only this one is sent. */
  readonly attachment?: string | undefined;
}

/** What the applicant has confirmed. */
export interface ConfirmedApplication {
  /** The form, which decides where it is sent. */
  readonly variant: DraftVariant;
  /** Visible answers only. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly applicant: string;
  /** In page order. */
  readonly documents: readonly ConfirmedDocument[];
  /** Which terms the applicant has agreed to. */
  readonly accepted?: Accepted | undefined;
  /** What the receipt shows as sent; kept while the page is open. */
  readonly sections?: readonly ReceiptSection[] | undefined;
}

/** The dispatch of a store that has the api. */
type ApiDispatch = ThunkDispatch<{ readonly api: ReturnType<typeof submissionApi.reducer> }, unknown, UnknownAction>;

/**
 * How an attempt ended: `sent` once the server has it, `given-up` by the person; after a failure, `again` says whether
 * the same application may get through another time, `foreign` whether something else answered in place of our server.
 */
export type SendOutcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'given-up' }
  | {
      readonly kind: 'failed';
      readonly failure: StageError;
      readonly again: boolean;
      readonly foreign?: boolean;
    };

export interface SendOptions {
  /** Resolves when the server has all documents, or names the slots of those that cannot be uploaded. */
  readonly whenUploaded: (signal: AbortSignal) => Promise<Arrivals>;
  /** Cancels the attempt while it waits for documents. */
  readonly signal: AbortSignal;
  /** A further attempt in the background: an earlier failure stays on the screen until this one succeeds. */
  readonly quiet?: boolean;
  /** Saves which documents the PUT will name, before it is sent. Resolves to false if it must not be sent any more. */
  readonly beforePut?: (references: DocumentReference[], sent: SentRecord) => Promise<boolean>;
}

/**
 * One attempt to send a confirmed application: waits for its documents and sends the PUT; from then on the server is
 * polled. Each step is in the store. Never rejects.
 */
export async function sendApplication(
  dispatch: ApiDispatch,
  draftId: string,
  application: ConfirmedApplication,
  options: SendOptions,
): Promise<SendOutcome> {
  const { applicant, documents: confirmed, sections } = application;
  const { whenUploaded, signal, quiet = false, beforePut } = options;
  noteSections(draftId, sections);
  if (!quiet) dispatch(submissionEvents.confirmed({ draftId, sent: { applicant, documents: confirmed } }));
  const outcome = await arrivals(whenUploaded, signal).then(async (arrived): Promise<SendOutcome> => {
    if (arrived === 'given-up') return { kind: 'given-up' };
    if (arrived === 'no-connection') return { kind: 'failed', failure: sendFailure({ kind: 'network' }), again: true };
    const references = arrived.ok ? [...arrived.documents] : [];
    // Read before it is overwritten. Not awaited: a disk that does not answer must not delay the sending.
    const before = findSent(draftId);
    const noted = noteOf(draftId, application, references);
    const mayLeave = arrived.ok && (await (beforePut?.(references, noted) ?? true));
    if (mayLeave && beforePut === undefined) void noteSent(noted);
    if (mayLeave) return putApplication(dispatch, application, { references, noted, before, quiet });
    const earlier = await earlierOnItsWay(dispatch, draftId);
    if (earlier) return followEarlier(dispatch, draftId, earlier);
    if (arrived.ok) return { kind: 'given-up' };
    return { kind: 'failed', failure: notUploaded(confirmed, arrived.slots), again: false };
  });
  if (outcome.kind === 'given-up') endSubmission(dispatch, draftId);
  // An earlier failure stays on the screen while further attempts are made.
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
    return signal.aborted ? 'given-up' : 'no-connection';
  }
}

/** What is noted of an application that leaves this browser, without its answers. */
function noteOf(
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

interface Leaving {
  readonly references: DocumentReference[];
  readonly noted: SentRecord;
  /** What was noted of an earlier confirmation. */
  readonly before: Promise<SentRecord | undefined>;
  readonly quiet: boolean;
}

async function putApplication(
  dispatch: ApiDispatch,
  { variant, values, accepted }: ConfirmedApplication,
  { references, noted, before: earlier, quiet }: Leaving,
): Promise<SendOutcome> {
  const { id: draftId, variant: _variant, at: _at, ...sent } = noted;
  if (!quiet) dispatch(submissionEvents.documentsArrived({ draftId, sent }));
  const body = { values: { ...values }, documents: references, ...(accepted && { accepted }) };
  const before = knownOf(dispatch, draftId);
  // Untracked: the result is kept as that of the query, so RTK Query need not keep it twice.
  const put = submissionApi.endpoints.putApplication.initiate({ id: draftId, variant, body }, { track: false });
  const { data, error } = await dispatch(put);
  if (!data) {
    const failure = error as ApiError;
    if (await isOnItsWay(dispatch, draftId, failure)) return followEarlier(dispatch, draftId, (await earlier) ?? noted);
    return { kind: 'failed', failure: sendFailure(failure), again: mayPass(failure), foreign: isForeign(failure) };
  }
  // An earlier attempt is still followed; if an answer about it has arrived meanwhile, it is newer than this one.
  if (knownOf(dispatch, draftId) === before)
    await dispatch(submissionApi.util.upsertQueryData('submission', draftId, data));
  dispatch(submissionEvents.accepted({ draftId, sent }));
  return { kind: 'sent' };
}

/** Whether a submission has ended its way for now; one that the staff look into has not. */
const hasStopped = (submission: Submission): boolean => submission.status === 'error' && !isHeld(submission);

/**
 * Whether our server refused because it has this submission with other answers and no longer exchanges them. It does
 * where the submission has stopped; and an agency's number may belong to another agency's submission.
 */
async function isOnItsWay(dispatch: ApiDispatch, draftId: string, error: ApiError): Promise<boolean> {
  const code = error.kind === 'problem' ? error.problem.code : undefined;
  if (code !== 'ALREADY_SUBMITTED' && code !== 'SUBMISSION_IN_PROGRESS') return false;
  const known = await askFor(dispatch, draftId);
  return known !== undefined && (code === 'ALREADY_SUBMITTED' || !hasStopped(known));
}

/**
 * An earlier submission of this draft that the server accepted and that has not failed. It may be processed by now, which
 * removes its answers and documents from this device.
 */
async function earlierOnItsWay(dispatch: ApiDispatch, draftId: string): Promise<SentRecord | undefined> {
  const earlier = await findSent(draftId);
  const known = earlier && (await askFor(dispatch, draftId));
  return known === undefined || hasStopped(known) ? undefined : earlier;
}

/** The submission as the server has it now; undefined if it has none or does not answer. */
async function askFor(dispatch: ApiDispatch, draftId: string): Promise<Submission | undefined> {
  const { initiate } = submissionApi.endpoints.submission;
  const { data } = await dispatch(initiate(draftId, { subscribe: false, forceRefetch: true }));
  return data;
}

/** The server already has other answers and keeps them: they are polled until they end, and the receipt shows them. */
function followEarlier(dispatch: ApiDispatch, draftId: string, earlier: SentRecord): SendOutcome {
  void noteSent(earlier);
  forgetSections(draftId);
  dispatch(submissionEvents.accepted({ draftId, sent: earlier }));
  dispatch(submissionEvents.confirmedAgain(draftId));
  return { kind: 'sent' };
}

/** The cached submission: another object after each change. */
const knownOf = (dispatch: ApiDispatch, draftId: string): Submission | undefined =>
  dispatch((_dispatch, getState) => submissionApi.endpoints.submission.select(draftId)(getState()).data);

/** The number that an agency was told to keep; a student's is made by the server. */
const applicationIdIn = ({ agentApplicationId: id }: ConfirmedApplication['values']) =>
  typeof id === 'string' ? { applicationId: id } : {};

/** Whether a retry may succeed. A service that is not configured stays so while an applicant waits. */
const mayPass = (error: ApiError): boolean =>
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

/** Why an application did not reach its stages, in the shape of a stage's error, since it is shown like one. */
export function sendFailure(error: ApiError): StageError {
  if (error.kind === 'network') return { code: 'NETWORK_ERROR', message: NETWORK_FAILURE };
  if (error.kind !== 'problem')
    return { code: 'UNKNOWN_ERROR', message: GENERAL_FAILURE, ...(isForeign(error) && { detail: FOREIGN_ANSWER }) };
  const { code, title, detail, fieldErrors } = error.problem;
  switch (code) {
    case 'VALIDATION_FAILED':
      return { code, message: 'Form validation failed', errors: issuesOf(fieldErrors) };
    // The detail says what to do next.
    case 'DOCUMENTS_MISSING':
    case 'NOT_CONFIGURED':
      return { code, message: detail ?? title };
    case 'INTERNAL_ERROR':
      return { code, message: GENERAL_FAILURE };
    // For example a full disk: the application waits in the outbox, which says so beside this message.
    case 'UNAVAILABLE':
      return { code, message: GENERAL_FAILURE, ...(detail && { detail }) };
    default:
      return { code, message: title, ...(detail && detail !== title && { detail }) };
  }
}

const issuesOf = (fieldErrors: Readonly<Record<string, string>> = {}): readonly StageIssue[] =>
  Object.entries(fieldErrors).map(([field, message]) => ({ field, message, technical: field }));
