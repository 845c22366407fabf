import type { FieldErrors } from '#domain/form/form.ts';
import type { Submission } from '#domain/submission/submission.ts';
import type { ApiError } from '#lib/api-error.ts';

/** What the message area says of an attempt, and the answers that the server did not accept. */
export interface RegistrationFailure {
  readonly message: string;
  readonly detail?: string;
  readonly fieldErrors?: FieldErrors;
}

export const INTRODUCTION_MISSING = 'Agent introduction document is required. Please upload a PDF document.';
/** spec §8 "Results". */
const GENERAL = 'There was an error submitting your application. Please try again.';
export const NO_CONNECTION: RegistrationFailure = {
  message: 'Network error occurred. Please check your connection and try again.',
};

/** The failure of the stage that stopped: 'Agent application submission failed: {reason}' (spec §8). */
export function failureOfSubmission({ stages }: Submission): RegistrationFailure {
  const error = stages.find(({ state }) => state === 'error')?.error;
  if (error === undefined) return { message: GENERAL };
  return {
    message: error.message,
    ...(error.detail && !error.message.includes(error.detail) && { detail: error.detail }),
  };
}

/** The failure of a call that our server refused or never got. */
export function failureOfCall(error: ApiError): RegistrationFailure {
  if (error.kind === 'network') return NO_CONNECTION;
  if (error.kind !== 'problem') return { message: GENERAL };
  const { code, title, detail, fieldErrors } = error.problem;
  switch (code) {
    case 'DOCUMENTS_MISSING':
      return { message: INTRODUCTION_MISSING };
    case 'INTERNAL_ERROR':
    case 'UNAVAILABLE':
      return { message: GENERAL };
    default:
      return { message: detail ?? title, ...(fieldErrors && { fieldErrors }) };
  }
}

/** The document did not get to the server, and the row of the document says why. */
export const UPLOAD_FAILED: RegistrationFailure = {
  message: 'The agent introduction could not be uploaded.',
  detail: 'See what is said beside the document, or choose the file again.',
};
