import { CallFailure } from '../ports/call-failure.ts';

/** The `detail` of a records stage: our own words for what went wrong, no text of the outside. */
export function reasonOf(failure: unknown): { readonly detail: string } {
  return { detail: failure instanceof CallFailure ? failure.message : OUR_FAULT };
}

/** A document that cannot be read, our disk, our database: it says nothing about the outside. */
export const OUR_FAULT = 'Something went wrong on our side';

/** 'Power Automate flow call failed: {status} - {body}' where there was an answer, else our own words (spec §8). */
export function flowReason(failure: unknown): string {
  if (!(failure instanceof CallFailure)) return OUR_FAULT;
  const { status, body } = failure;
  return status === undefined ? failure.message : `Power Automate flow call failed: ${status} - ${body ?? ''}`;
}

/** Whether nobody answered at all. */
export function isNetworkFailure(failure: unknown): boolean {
  return failure instanceof CallFailure && failure.status === undefined;
}
