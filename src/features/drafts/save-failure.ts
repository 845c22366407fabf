/** Why a save failed, in words for the person: what is wrong and what still holds. */
export function saveFailureReason(failure: unknown): string {
  const name = failure instanceof Error || failure instanceof DOMException ? failure.name : '';
  if (name === 'QuotaExceededError')
    return 'This device has no room left. Your answers stay on this page while it is open.';
  if (name === 'SecurityError' || name === 'InvalidStateError') {
    return 'This browser does not allow saving here. Your answers stay on this page while it is open.';
  }
  return 'Saving on this device did not work. Your answers stay on this page while it is open.';
}
