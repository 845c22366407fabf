import { CallFailure } from '../ports/call-failure.ts';

/** The `detail` of a records stage: our own words for what went wrong, no text of the outside. */
export function reasonOf(failure: unknown): { readonly detail?: string } {
  return failure instanceof CallFailure ? { detail: failure.message } : {};
}

/** 'Power Automate flow call failed: {status} - {body}' where there was an answer, else our own words (spec §8). */
export function flowReason(failure: unknown): string {
  if (!(failure instanceof CallFailure)) return 'The service could not be used';
  const { status, body } = failure;
  return status === undefined ? failure.message : `Power Automate flow call failed: ${status} - ${body ?? ''}`;
}

/** Whether nobody answered at all. */
export function isNetworkFailure(failure: unknown): boolean {
  return failure instanceof CallFailure && failure.status === undefined;
}
