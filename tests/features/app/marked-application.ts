import { expect, vi } from 'vitest';
import { AGENT_INTRODUCTION } from '#domain/agency/documents.ts';
import { agencyForm } from '#domain/agency/form.ts';
import type { Form } from '#domain/form/form.ts';
import { reviewSections } from '#domain/form/review.ts';
import { SHORT_DOCUMENTS } from '#domain/short/documents.ts';
import { shortForm } from '#domain/short/form.ts';
import { studentDocuments } from '#domain/student/documents.ts';
import { studentForm } from '#domain/student/form.ts';
import { documentsEvents } from '#features/documents/documents-slice.ts';
import type { DraftVariant } from '#features/drafts/draft.ts';
import * as draftEvents from '#features/drafts/draft-events.ts';
import { confirmApplication, retryApplication } from '#features/submission/outbox/outbox.ts';
import { selectOutbox } from '#features/submission/outbox/outbox-slice.ts';
import { findSent } from '#features/submission/sent-records.ts';
import { submissionApi } from '#features/submission/submission-api.ts';
import { submissionEvents } from '#features/submission/submission-slice.ts';
import { TODAY } from '../../domain/support/applications.ts';
import { type MarkedAnswers, markedFileName } from '../../support/marked-answers.ts';
import { problem, submissionAt } from '../submission/api-server.ts';
import type { watchedStore } from './watched-store.ts';

/** The size of every document. */
export const BYTES = 4096;
const SHA256 = 'ab'.repeat(32);
const uploadIdOf = (at: number) => String(at).padStart(32, 'a');
type Store = ReturnType<typeof watchedStore>['store'];

/** The slots of each form's documents, by the form's id. */
export const SLOTS: Readonly<Record<string, readonly string[]>> = {
  [studentForm.id]: studentDocuments.map(({ slot }) => slot),
  [shortForm.id]: SHORT_DOCUMENTS.map(({ slot }) => slot),
  [agencyForm.id]: [AGENT_INTRODUCTION.slot],
};

/** A refusal and a stage's error that quote every answer: under its field, in the message, and as the service's key. */
export const quoting = (answers: MarkedAnswers) => {
  const given = Object.entries(answers).map(([name, answer]) => [name, `'${answer}' is not accepted`]);
  const errors = given.map(([name = '', message = '']) => ({ field: name, message, technical: message }));
  const detail = given.map(([, message]) => message).join(', ');
  return {
    refusal: problem(422, 'VALIDATION_FAILED', detail, { detail, fieldErrors: Object.fromEntries(given), errors }),
    error: { code: 'CRICOS_VALIDATION_FAILED', message: detail, detail, errors },
  };
};

/** A form's documents, from the choice of a file to the upload; one is refused with a message that quotes its name. */
function attachAll(store: Store, draftId: string, slots: readonly string[]) {
  return slots.map((slot, at) => {
    const [name, uploadId] = [markedFileName(slot), uploadIdOf(at)];
    const attachment = `attachment-${slot}`.slice(0, 21).padEnd(21, '_');
    const place = { draftId, slot, attachment };
    const document = { attachment, name, type: 'application/pdf', size: BYTES, uploadedBytes: 0, kept: true };
    store.dispatch(documentsEvents.attached({ draftId, slot, document: { ...document, state: 'checking' } }));
    store.dispatch(draftEvents.documentsChanged(draftId, [slot]));
    store.dispatch(documentsEvents.progressed({ ...place, changes: { sha256: SHA256, state: 'uploading', uploadId } }));
    store.dispatch(documentsEvents.progressed({ ...place, changes: { uploadedBytes: 1024, bytesPerSecond: 512.25 } }));
    const failure = `${name} was refused`;
    store.dispatch(documentsEvents.progressed({ ...place, changes: { state: 'failed', failure } }));
    store.dispatch(documentsEvents.restored({ draftId, documents: { [slot]: { ...document, state: 'waiting' } } }));
    const done = { state: 'uploaded', uploadedBytes: BYTES, failure: undefined } as const;
    store.dispatch(documentsEvents.progressed({ ...place, changes: done }));
    return { slot, label: slot, name, size: BYTES, sha256: SHA256, uploadId };
  });
}

/** Everything that happens to a confirmed application: refused, put back, failed, done, with a receipt. */
export async function submit(store: Store, draftId: string, form: Form, variant: DraftVariant, answers: MarkedAnswers) {
  const documents = attachAll(store, draftId, SLOTS[form.id] ?? []);
  const applicant = `${answers.firstName ?? answers.agencyName} ${answers.familyName ?? ''}`;
  const context = { today: TODAY };
  const sections = reviewSections(form, answers, context);
  await store.dispatch(confirmApplication(draftId, { variant, values: answers, applicant, documents, sections }));
  const setAside = () => selectOutbox(store.getState()).entries.find(({ id }) => id === draftId)?.failure;
  await vi.waitFor(() => expect(setAside()?.code).toBe('VALIDATION_FAILED'));
  await store.dispatch(retryApplication(draftId));
  const known = () => submissionApi.endpoints.submission.select(draftId)(store.getState()).data;
  await vi.waitFor(() => expect(known()?.status).toBe('error'));
  const sent = await findSent(draftId);
  if (sent) store.dispatch(submissionEvents.foundAgain({ draftId, sent }));
  const processed = {
    ...submissionAt(draftId, 'completion', { state: 'completed' }),
    offerId: 'OFFER_20870910_101500123',
  };
  const kind = variant === 'agency' ? ('agent' as const) : ('student' as const);
  store.dispatch(submissionApi.util.updateQueryData('submission', draftId, () => ({ ...processed, kind })));
  // The last event: its draft is deleted first, so it is no longer in progress.
  await vi.waitFor(() => expect(store.getState().outbox?.sent[0]?.reference).toBeDefined());
}
