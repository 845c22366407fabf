import { GENERIC_TYPES } from '#components/upload/accepted-files.ts';
import type { ApplicationBody, DocumentReference, FlowApplicationBody } from '#contract/applications.ts';
import { AGENT_INTRODUCTION } from '#domain/agency/documents.ts';
import { agencyForm } from '#domain/agency/form.ts';
import { SHORT_DOCUMENTS } from '#domain/short/documents.ts';
import { shortForm } from '#domain/short/form.ts';
import { studentDocuments } from '#domain/student/documents.ts';
import { studentForm } from '#domain/student/form.ts';
import { FLOW_STAGES, STUDENT_STAGES } from '#domain/submission/stages.ts';
import type { Stage, StageError, StageIssue, Submission } from '#domain/submission/submission.ts';
import type { DocumentDescriptor } from '#features/documents/documents-slice.ts';
import { DRAFT_VARIANTS, type Draft } from '#features/drafts/draft.ts';
import type { DraftSummary } from '#features/drafts/draft-summary.ts';
import type { ConfirmedDocument } from '#features/submission/send-application.ts';
import type { SentApplication, SentRecord } from '#features/submission/sent-notes.ts';
import { code, each, fields, figure, flag, hidden, isoMoment, map, matching, nanoId, oneOf, uuid } from './show.ts';

/** What may be seen of applications, wherever in the store they stand: which and how far, and nothing of a person. */

const FORMS = [studentForm, shortForm, agencyForm];
const fieldName = oneOf(...FORMS.flatMap((form) => form.fields.map(({ name }) => name)));
const ALL_DOCUMENTS = [...studentDocuments, ...SHORT_DOCUMENTS, AGENT_INTRODUCTION];
export const slot = oneOf(...ALL_DOCUMENTS.map((document) => document.slot));
export const variant = oneOf(...DRAFT_VARIANTS);

/** Which questions are answered, and no answer. */
export const answers = map(fieldName, hidden);

export const draft = fields<Draft>({
  schema: figure,
  id: uuid,
  variant,
  label: hidden,
  step: figure,
  completedSteps: each(figure),
  answers,
  revision: figure,
  createdAt: figure,
  changedAt: figure,
});

export const summary = fields<DraftSummary>({
  id: uuid,
  variant,
  label: hidden,
  firstName: hidden,
  familyName: hidden,
  passportNumber: hidden,
  selectedAgent: hidden,
  step: figure,
  completedSteps: each(figure),
  slots: each(slot),
  createdAt: figure,
  changedAt: figure,
});

/** A document's descriptor, and what a confirmation, a PUT or a receipt repeats of it. Its digest would confirm a guess. */
export const document = fields<DocumentDescriptor & ConfirmedDocument & DocumentReference>({
  attachment: nanoId,
  slot,
  label: hidden,
  name: hidden,
  type: oneOf(...Object.keys(GENERIC_TYPES)),
  size: figure,
  sha256: hidden,
  uploadId: matching(/^[0-9a-f]{32}$/),
  uploadedBytes: figure,
  bytesPerSecond: figure,
  state: oneOf('checking', 'waiting', 'uploading', 'retrying', 'paused', 'uploaded', 'failed'),
  failure: hidden,
  kept: flag,
  unlisted: flag,
  usedAnyway: flag,
  keepsSize: flag,
});

/** The records API's own id: no personal data. */
const recordsReference = matching(/^[\w.:/-]{1,100}$/);

export const sent = fields<SentApplication & SentRecord>({
  id: uuid,
  applicant: hidden,
  documents: each(document),
  variant,
  applicationId: hidden,
  terms: hidden,
  at: figure,
  reference: hidden,
  recordsReference,
  submittedAt: isoMoment,
});

/** Messages may quote answers, ours as well as those of the outside; the code says what happened. */
export const stageError = fields<StageError>({
  code,
  message: hidden,
  detail: hidden,
  errors: each(fields<StageIssue>({ field: fieldName, message: hidden, technical: hidden })),
});

export const submission = fields<Submission>({
  id: uuid,
  kind: oneOf('student', 'short', 'agent'),
  status: oneOf('processing', 'error', 'processed'),
  stages: each(
    fields<Stage>({
      name: oneOf(...STUDENT_STAGES, ...FLOW_STAGES),
      state: oneOf('pending', 'in-progress', 'completed', 'error'),
      skipped: flag,
      startedAt: isoMoment,
      finishedAt: isoMoment,
      error: stageError,
    }),
  ),
  offerId: matching(/^OFFER_\d{8}_\d{9}$/),
  recordsReference,
  held: flag,
  submittedAt: isoMoment,
  retryAt: isoMoment,
});

/** The body of a PUT, of whichever form. */
export const body = fields<ApplicationBody & FlowApplicationBody>({
  variant,
  values: answers,
  documents: each(document),
  accepted: hidden,
});
