import type { FetchBaseQueryError } from '@reduxjs/toolkit/query';
import * as v from 'valibot';
import { type Problem, problemSchema } from '#contract/problem.ts';

/** What can go wrong with a call to our server, as data that fits into the store. */
export type ApiError =
  /** The server answered with a problem document (RFC 9457). `retryAfter` in seconds. */
  | { readonly kind: 'problem'; readonly status: number; readonly problem: Problem; readonly retryAfter?: number }
  /** Something between us and the server answered, or the server in another voice. */
  | { readonly kind: 'http'; readonly status: number; readonly retryAfter?: number }
  /** No answer: no connection, cut off, too slow. */
  | { readonly kind: 'network' }
  /** An answer that is not what the contract says. */
  | { readonly kind: 'unreadable' };

/** The typed error of what fetchBaseQuery met. */
export function toApiError(error: FetchBaseQueryError, headers?: Headers): ApiError {
  if (error.status === 'PARSING_ERROR') {
    return error.originalStatus < 400 ? { kind: 'unreadable' } : { kind: 'http', status: error.originalStatus };
  }
  if (typeof error.status === 'string') return { kind: 'network' };
  const seconds = Number(headers?.get('Retry-After') ?? Number.NaN);
  const wait = Number.isFinite(seconds) ? { retryAfter: seconds } : {};
  const problem = v.safeParse(problemSchema, error.data);
  if (problem.success) return { kind: 'problem', status: error.status, problem: problem.output, ...wait };
  return { kind: 'http', status: error.status, ...wait };
}

/** Whether the server answered that it knows nothing of what was asked for; of any error that a query gives. */
export const isNotFound = (error: object | undefined): boolean =>
  error !== undefined && 'status' in error && error.status === 404;

/** Whether the same call may go through a little later. */
export function isTransient(error: ApiError): boolean {
  if (error.kind === 'network') return true;
  return error.kind !== 'unreadable' && (error.status === 408 || error.status === 429 || error.status >= 500);
}
