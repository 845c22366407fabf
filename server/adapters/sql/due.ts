import type { SubmissionRecord } from '../../ports/ledger.ts';

/**
 * Whether a record that was just written waits for somebody to take it up, and from when: at once when nothing of it is
 * in progress, at its time when it has one. A run that goes on by itself (`retries`) has it in hand already.
 */
export function waitsForWork({ status, stages, retries, retryAt }: SubmissionRecord): { at?: Date } | undefined {
  if (status === 'error') return retryAt === undefined ? undefined : { at: new Date(retryAt) };
  if (status === 'processed' || retries > 0) return undefined;
  return stages.some(({ state }) => state === 'in-progress') ? undefined : {};
}
