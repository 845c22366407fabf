import { AGENT_INTRODUCTION } from '#domain/agency/introduction.ts';
import type { FieldErrors } from '#domain/form/form.ts';
import { isAboutLostDocument } from '#domain/submission/lost-documents.ts';
import type { StageError, Submission } from '#domain/submission/submission.ts';

/** What the message area says of an attempt, and the answers that the server did not accept. */
export interface RegistrationFailure {
  readonly message: string;
  readonly detail?: string;
  readonly fieldErrors?: FieldErrors;
}

/** spec §8 "Results". */
const GENERAL = 'There was an error submitting your application. Please try again.';

/** The document did not get to the server, and the row of the document says why. */
const UPLOAD_FAILED: RegistrationFailure = {
  message: 'The agent introduction could not be uploaded.',
  detail: 'See what is said beside the document, or choose the file again.',
};

/** The failure of the stage that stopped: 'Agent application submission failed: {reason}' (spec §8). */
export function failureOfSubmission({ stages }: Submission): RegistrationFailure {
  const error = stages.find(({ state }) => state === 'error')?.error;
  return error === undefined ? { message: GENERAL } : inWords(error);
}

/** Why a registration did not get as far as its stages: refused, or not there yet. */
export function failureOfSending(failure: StageError): RegistrationFailure {
  if (failure.code === 'UPLOAD_FAILED') return UPLOAD_FAILED;
  if (failure.code === 'DOCUMENTS_MISSING') return { message: AGENT_INTRODUCTION.missing };
  return inWords(failure);
}

function inWords({ message, detail, errors = [] }: StageError): RegistrationFailure {
  const lost = errors.find(isAboutLostDocument);
  if (lost) return { message, detail: lost.message };
  return {
    message,
    ...(detail && !message.includes(detail) && { detail }),
    ...(errors.length > 0 && {
      fieldErrors: Object.fromEntries(errors.map(({ field, ...one }) => [field, one.message])),
    }),
  };
}
