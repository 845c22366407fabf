import type { DetailedError } from 'tus-js-client';
import { safeParse } from 'valibot';
import { problemSchema } from '#contract/problem.ts';
import { parseJson } from '#platform/parse-json.ts';

export type UploadOutcome =
  | { readonly kind: 'done' }
  | {
      readonly kind: 'interrupted';
      readonly moved: boolean;
      /** The server wants to be left alone for so long. */
      readonly afterMs?: number;
      /** In words for the person, where it is not the connection. */
      readonly reason?: string;
    }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string };

/** Answers that another try will not change (contract §4, §7 "Drafts and uploads"). */
const FINAL: ReadonlySet<number> = new Set([400, 403, 413, 415, 422]);
/** A conflict, but not one with another request for the same upload: the application is done. */
const DONE = 'ALREADY_SUBMITTED';

/** What an error of the tus client means; `moved` says whether any byte got on in this attempt. */
export function judge(error: Error | DetailedError, moved: boolean): UploadOutcome {
  const response = 'originalResponse' in error ? error.originalResponse : null;
  const status = response?.getStatus() ?? 0;
  const problem = safeParse(problemSchema, parseJson(response?.getBody() ?? ''));
  const isFinal = FINAL.has(status) || (problem.success && problem.output.code === DONE);
  if (!response || !isFinal) {
    const seconds = Number(response?.getHeader('Retry-After') ?? 0);
    // It answered, and is in trouble: the connection is not what is waited for.
    const isTrouble = problem.success && (status >= 500 || status === 429);
    return {
      kind: 'interrupted',
      moved,
      ...(seconds > 0 && { afterMs: seconds * 1000 }),
      ...(isTrouble && { reason: problem.output.detail ?? problem.output.title }),
    };
  }
  if (!problem.success) return { kind: 'refused', code: 'UNKNOWN_ERROR', message: 'The server did not take this file' };
  return { kind: 'refused', code: problem.output.code, message: problem.output.detail ?? problem.output.title };
}
