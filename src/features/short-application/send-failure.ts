import type { ApiError } from '#lib/api-error.ts';

const GENERAL = 'There was an error submitting your application. Please try again.';
const NETWORK = 'Network error occurred. Please check your connection and try again.';
/** Their detail is the whole sentence that the specification shows. */
const SAID_IN_DETAIL = new Set(['NOT_CONFIGURED', 'UPLOAD_MISMATCH', 'FILE_SIZE_ERROR', 'file-invalid-type']);

/** Why a short application did not get to its stages, in the words of spec §8 "Results" or the server's own. */
export function failureWords(error: ApiError): string {
  if (error.kind === 'network') return NETWORK;
  if (error.kind !== 'problem') return GENERAL;
  const { code, title, detail } = error.problem;
  if (code === 'INTERNAL_ERROR' || code === 'UNAVAILABLE') return GENERAL;
  return SAID_IN_DETAIL.has(code) ? (detail ?? title) : title;
}

/** The messages of a server that found answers wrong. */
export const fieldErrorsOf = (error: ApiError) =>
  error.kind === 'problem' && error.problem.code === 'VALIDATION_FAILED' ? error.problem.fieldErrors : undefined;
