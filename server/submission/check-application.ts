import type { ApplicationBody, DocumentReference } from '#contract/applications.ts';
import { todayAnywhere } from '#domain/form/calendar.ts';
import type { Answers, FormContext } from '#domain/form/form.ts';
import { readAnswers } from '#domain/form/read-answers.ts';
import { validate } from '#domain/form/validate.ts';
import { intakeYears } from '#domain/short/form.ts';
import { TOTAL_DOCUMENT_BYTES } from '#domain/student/documents.ts';
import type { SubmissionKind } from '#domain/submission/stages.ts';
import { AppError } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { FileStore } from '../ports/file-store.ts';
import type { UploadRecord } from '../ports/upload-ledger.ts';
import type { Examine } from './examine.ts';
import { KINDS } from './kinds.ts';

export interface CheckOptions {
  readonly clock: Clock;
  readonly files: Pick<FileStore, 'size'>;
  readonly uploads: readonly UploadRecord[];
  readonly examine: Examine;
  /** Live lists, loaded only if the built-in ones lack an answer. */
  readonly lists: () => Promise<NonNullable<FormContext['lists']>>;
}

/**
 * Validates an application with the browser's rules, answers before documents (R7.18). Returns the parsed answers, and the
 * documents with the SHA-256 of the received bytes. Throws VALIDATION_FAILED, DOCUMENTS_MISSING, UPLOAD_MISMATCH or
 * FILE_SIZE_ERROR.
 */
export async function checkApplication(
  options: CheckOptions,
  kind: SubmissionKind,
  body: ApplicationBody,
): Promise<{ readonly answers: Answers; readonly documents: readonly DocumentReference[] }> {
  const answers = await checkAnswers(options, kind, body);
  const missing = KINDS[kind].missing(
    body.documents.map(({ slot }) => slot),
    answers,
  );
  if (missing !== undefined) throw new AppError('DOCUMENTS_MISSING', { detail: missing });
  return { answers, documents: await checkDocuments(options, kind, body.documents) };
}

async function checkAnswers({ clock, lists }: CheckOptions, kind: SubmissionKind, body: ApplicationBody) {
  const { form, profile } = KINDS[kind];
  const read = readAnswers(form, body.values);
  if (!read.ok) throw invalid(read.problems);
  const today = todayAnywhere(clock.now());
  const context: FormContext = {
    variant: body.variant,
    profile,
    today,
    lists: { intakeYears: intakeYears(today) },
  };
  const first = validate(form, read.answers, context);
  if (Object.keys(first).length === 0) return read.answers;
  const withLive = { ...context, lists: { ...(await lists()), ...context.lists } };
  const errors = validate(form, read.answers, withLive);
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return read.answers;
}

function invalid(fieldErrors: Readonly<Record<string, string>>): AppError {
  return new AppError('VALIDATION_FAILED', { detail: 'Form validation failed', fieldErrors });
}

/** Trusts the register for finished uploads, unless `inStore`. Throws UPLOAD_MISMATCH or FILE_SIZE_ERROR. */
export async function checkDocuments(
  options: Pick<CheckOptions, 'files' | 'uploads' | 'examine'>,
  kind: SubmissionKind,
  documents: readonly DocumentReference[],
  { inStore = false }: { readonly inStore?: boolean } = {},
): Promise<readonly DocumentReference[]> {
  const known = new Map(options.uploads.map((upload) => [upload.id, upload]));
  const seen = new Set<string>();
  const problems = new Map<string, string>();
  const arrived: DocumentReference[] = [];
  for (const document of documents) {
    const { slot, uploadId } = document;
    if (!KINDS[kind].slots.has(slot)) problems.set(slot, 'is no place for a document of this form');
    else if (seen.has(slot)) problems.set(slot, 'has two documents');
    else {
      const compared = await compareWithUpload(options, document, known.get(uploadId), inStore);
      if (typeof compared === 'string') problems.set(slot, compared);
      else arrived.push(compared);
    }
    seen.add(slot);
  }
  if (problems.size > 0) throw mismatched(problems);
  if (documents.reduce((sum, { size }) => sum + size, 0) > TOTAL_DOCUMENT_BYTES) {
    throw new AppError('FILE_SIZE_ERROR', { detail: 'Total file size exceeds 100MB limit' });
  }
  return arrived;
}

/** The document with the SHA-256 of its upload, or why that upload is not the document. */
async function compareWithUpload(
  options: Pick<CheckOptions, 'files' | 'uploads' | 'examine'>,
  document: DocumentReference,
  upload: UploadRecord | undefined,
  inStore: boolean,
): Promise<DocumentReference | string> {
  if (upload === undefined || upload.slot !== document.slot) return 'has no such upload';
  if (inStore || upload.sha256 === undefined) {
    const stored = await options.files.size(upload.id);
    if (stored === undefined) return 'has an upload that is gone';
    if (stored !== upload.size) return 'has an upload that is not finished';
  }
  if (upload.size !== document.size) return 'has an upload of another size';
  // If the server was killed between the last byte and the examination, it examines the upload now.
  const sha256 = upload.sha256 ?? (await options.examine(upload).catch(undefinedWhereGone));
  if (sha256 === undefined) return 'has an upload that is gone';
  const isSame = document.sha256 === undefined || document.sha256 === sha256;
  return isSame ? { ...document, sha256 } : 'has an upload of other content';
}

/** It was removed during the check. */
function undefinedWhereGone(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'NOT_FOUND') return undefined;
  throw error;
}

function mismatched(problems: ReadonlyMap<string, string>): AppError {
  const slots = [...problems.keys()].join(', ');
  return new AppError('UPLOAD_MISMATCH', {
    detail: `Please attach these documents again: ${slots}`,
    fieldErrors: Object.fromEntries([...problems].map(([slot, problem]) => [slot, `${slot} ${problem}`])),
  });
}
