/**
 * How an outside call can fail:
 * - `unreachable`: it was not sent
 * - `unanswered`: it was sent, but the answer is missing, incomplete, or a 5xx other than 503; its effect is unknown
 * - `busy`: 408, 429 or 503
 * - `unreadable`: the answer is not in the agreed format
 * - `unconfigured`: it was not made, since the service has no valid address or refuses our account
 * - `misconfigured`: the service is not at its address, or denies access; the college must correct it
 * - `refused`: any other refusal; a retry cannot succeed
 */
export type FailureKind =
  | 'unreachable'
  | 'unanswered'
  | 'busy'
  | 'unreadable'
  | 'unconfigured'
  | 'misconfigured'
  | 'refused';

export interface FailureFacts {
  readonly status?: number;
  /** What was answered: at most 200 characters, secrets and addresses removed. */
  readonly body?: string;
  /** The `message` of a JSON answer, cleaned in the same way. */
  readonly bodyMessage?: string;
  readonly retryAfterMs?: number;
  readonly cause?: unknown;
}

/** A failed outside call. Its message is ours and has no address. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure';
  readonly kind: FailureKind;
  readonly status: number | undefined;
  readonly body: string | undefined;
  readonly bodyMessage: string | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(kind: FailureKind, message: string, facts: FailureFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.kind = kind;
    this.status = facts.status;
    this.body = facts.body;
    this.bodyMessage = facts.bodyMessage;
    this.retryAfterMs = facts.retryAfterMs;
  }
}

/** The application was accepted under other settings: it waits for the address. Earlier calls may have been made. */
export function unconfiguredService(): CallFailure {
  const body = 'The address of this service is not configured';
  return new CallFailure('unconfigured', body, { status: 404, body });
}
