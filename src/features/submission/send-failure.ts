import type { StageError, StageIssue } from '#domain/submission/submission.ts';
import type { ApiError } from '#platform/api-error.ts';

/** The words of the specification, §8 "Results". */
export const NETWORK_FAILURE = 'Network error occurred. Please check your connection and try again.';
export const GENERAL_FAILURE = 'There was an error submitting your application. Please try again.';

/** Why an application did not get as far as its stages: the shape of a stage's error, since it is shown like one. */
export function sendFailure(error: ApiError): StageError {
  if (error.kind === 'network') return { code: 'NETWORK_ERROR', message: NETWORK_FAILURE };
  if (error.kind !== 'problem') return { code: 'UNKNOWN_ERROR', message: GENERAL_FAILURE };
  const { code, title, detail, fieldErrors } = error.problem;
  switch (code) {
    case 'VALIDATION_FAILED':
      return { code, message: 'Form validation failed', errors: issuesOf(fieldErrors) };
    // What to do next stands in the detail of these.
    case 'DOCUMENTS_MISSING':
    case 'NOT_CONFIGURED':
      return { code, message: detail ?? title };
    case 'INTERNAL_ERROR':
      return { code, message: GENERAL_FAILURE };
    // Such as a disk that is full: the application waits in the outbox, which says so beside this.
    case 'UNAVAILABLE':
      return { code, message: GENERAL_FAILURE, ...(detail && { detail }) };
    default:
      return { code, message: title, ...(detail && detail !== title && { detail }) };
  }
}

const issuesOf = (fieldErrors: Readonly<Record<string, string>> = {}): readonly StageIssue[] =>
  Object.entries(fieldErrors).map(([field, message]) => ({ field, message, technical: field }));
