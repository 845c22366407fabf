import type { ProblemCode } from '#contract/problem.ts';
import type { FieldErrors } from '#domain/form/form.ts';

interface Kind {
  readonly status: number;
  readonly title: string;
}

/** Every error that our server answers with, by code (RFC 9457, R11.2). */
const CATALOGUE: Readonly<Record<ProblemCode, Kind>> = {
  MALFORMED_REQUEST: { status: 400, title: 'The request could not be read' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, title: 'This content type is not accepted here' },
  BODY_TOO_LARGE: { status: 413, title: 'The request is too large' },
  HEADERS_TOO_LARGE: { status: 431, title: 'The headers of the request are too large' },
  REQUEST_TIMEOUT: { status: 408, title: 'The request came too slowly' },
  VALIDATION_FAILED: { status: 422, title: 'Form validation failed' },
  DOCUMENTS_MISSING: { status: 422, title: 'Required documents are missing' },
  UPLOAD_MISMATCH: { status: 422, title: 'A document does not belong to this application' },
  UPLOAD_CONFLICT: { status: 409, title: 'The upload has another offset' },
  FILE_SIZE_ERROR: { status: 413, title: 'The documents are too large together' },
  QUOTA_EXCEEDED: { status: 413, title: 'Too much has been uploaded' },
  'file-invalid-type': { status: 415, title: 'The file is not of an accepted type' },
  'file-too-large': { status: 413, title: 'The file is too large' },
  ALREADY_SUBMITTED: { status: 409, title: 'The application has been submitted' },
  SUBMISSION_IN_PROGRESS: { status: 409, title: 'The application is being submitted' },
  LINK_USED: { status: 409, title: 'The link has been used' },
  LINK_CANCELLED: { status: 410, title: 'The link was cancelled' },
  LINK_EXPIRED: { status: 410, title: 'The link is over' },
  NOT_CONFIGURED: { status: 503, title: 'This service is not configured' },
  NOT_FOUND: { status: 404, title: 'There is nothing here' },
  METHOD_NOT_ALLOWED: { status: 405, title: 'This method is not allowed here' },
  CROSS_SITE_REQUEST: { status: 403, title: 'Requests from other sites are refused' },
  RATE_LIMITED: { status: 429, title: 'Too many requests' },
  TOO_MANY_APPLICATIONS: { status: 429, title: 'Too many applications from one network' },
  STORAGE_FULL: { status: 507, title: 'There is no room for this file' },
  UNAVAILABLE: { status: 503, title: 'The service is not available at the moment' },
  INTERNAL_ERROR: { status: 500, title: 'Something went wrong on our side' },
};

/** The message for an upload without room. */
export const STORAGE_FULL = 'There is no room for this file at the moment. Please try again later.';

/** The message if an application or file cannot be stored or read at the moment. */
const UNAVAILABLE = 'The service cannot be reached at the moment. Please try again in a few seconds.';
/** The same if certainly nothing was stored. */
export const NOT_STORED = 'This could not be stored at the moment. It can be sent again: nothing is taken twice.';
const AGAIN_AFTER = '5';

export interface ErrorFacts {
  readonly detail?: string;
  readonly fieldErrors?: FieldErrors;
  /** The parts of the server that cannot be used; for its operators. */
  readonly parts?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  /** For the log only. */
  readonly cause?: unknown;
}

/** An expected failure with a code of the catalogue above. Everything in it except `cause` is sent to clients. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ProblemCode;
  readonly status: number;
  readonly facts: ErrorFacts;

  constructor(code: ProblemCode, facts: ErrorFacts = {}) {
    const kind = CATALOGUE[code];
    super(facts.detail ?? kind.title, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.code = code;
    this.status = kind.status;
    this.facts = facts;
  }

  toProblem(): Readonly<Record<string, unknown>> {
    const { detail, fieldErrors, parts } = this.facts;
    return {
      type: `urn:problem:${this.code.toLowerCase().replaceAll('_', '-')}`,
      title: CATALOGUE[this.code].title,
      status: this.status,
      code: this.code,
      ...(detail === undefined ? {} : { detail }),
      ...(fieldErrors === undefined ? {} : { fieldErrors }),
      ...(parts === undefined ? {} : { parts }),
    };
  }
}

/** The database, disk or bucket cannot be used at the moment. It is unknown whether anything was stored; retry later. */
export function unavailable(cause: unknown, detail = UNAVAILABLE): AppError {
  return new AppError('UNAVAILABLE', { detail, headers: { 'Retry-After': AGAIN_AFTER }, cause });
}
