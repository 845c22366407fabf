import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { DocumentReference, StudentApplicationBody } from '#contract/applications.ts';
import type { StageError } from '#domain/submission/submission.ts';
import type { ApiError } from '#lib/api-error.ts';
import type { ReceiptDocument, SentApplication } from './receipt.ts';
import { sendFailure } from './send-failure.ts';
import { noteSent } from './sent-storage.ts';
import { submissionApi } from './submission-api.ts';
import { submissionEvents } from './submission-slice.ts';

/** A document as the page knows it when the applicant confirms. */
export interface ConfirmedDocument extends ReceiptDocument {
  readonly slot: string;
}

/** What the applicant has confirmed. */
export interface ConfirmedApplication extends Pick<StudentApplicationBody, 'variant'> {
  /** Visible answers only. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly applicant: string;
  /** In page order. */
  readonly documents: readonly ConfirmedDocument[];
  /** What the receipt says was sent; lives as long as the page. */
  readonly sections?: SentApplication['sections'];
  /** Resolves when the server has all documents, or names the slots of those that cannot come. */
  readonly whenUploaded: (
    signal: AbortSignal,
  ) => Promise<
    | { readonly ok: true; readonly documents: readonly DocumentReference[] }
    | { readonly ok: false; readonly slots: readonly string[] }
  >;
}

/** The dispatch of a store that has the api. */
export type SubmissionDispatch = ThunkDispatch<
  { readonly api: ReturnType<typeof submissionApi.reducer> },
  unknown,
  UnknownAction
>;

/**
 * Sends a confirmed application: waits for its documents, PUTs it, and hands over to the server's events. How it goes is
 * told to the store; nothing is thrown. `signal` takes the person back to the form while documents are waited for.
 */
export async function sendApplication(
  dispatch: SubmissionDispatch,
  draftId: string,
  application: ConfirmedApplication,
  signal: AbortSignal,
): Promise<void> {
  const { variant, values, applicant, documents: confirmed, sections, whenUploaded } = application;
  dispatch(submissionEvents.confirmed({ draftId, sent: { applicant, documents: confirmed, sections } }));
  const arrived = await whenUploaded(signal).catch(() => undefined);
  if (!arrived) return void dispatch(submissionEvents.ended(draftId));
  if (!arrived.ok)
    return void dispatch(submissionEvents.failed({ draftId, failure: notUploaded(confirmed, arrived.slots) }));
  const documents = confirmed.map((one) => ({ ...one, ...arrived.documents.find(({ slot }) => slot === one.slot) }));
  const sent: SentApplication = { applicant, documents: documents.map(toReceiptDocument), sections };
  dispatch(submissionEvents.documentsArrived({ draftId, sent }));
  noteSent({ id: draftId, applicant, documents: [...sent.documents], at: Date.now() });
  const body = { variant, values: { ...values }, documents: [...arrived.documents] };
  const put = submissionApi.endpoints.putStudentApplication.initiate({ id: draftId, body });
  const { data, error } = await dispatch(put);
  if (!data) return void dispatch(submissionEvents.failed({ draftId, failure: sendFailure(error as ApiError) }));
  await dispatch(submissionApi.util.upsertQueryData('submission', draftId, data));
  dispatch(submissionEvents.accepted(draftId));
}

const toReceiptDocument = ({ label, name, size, sha256 }: ReceiptDocument): ReceiptDocument => ({
  label,
  name,
  size,
  ...(sha256 && { sha256 }),
});

function notUploaded(documents: readonly ConfirmedDocument[], slots: readonly string[]): StageError {
  const labels = documents.filter(({ slot }) => slots.includes(slot)).map(({ label }) => label);
  return {
    code: 'UNKNOWN_ERROR',
    message: `These documents could not be uploaded: ${labels.join(', ')}`,
    detail: 'Close this, look at what is said beside them, and choose the files again',
  };
}
