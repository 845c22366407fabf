import { AppError } from '../errors.ts';

/** Event streams of one submission: a person's tabs and devices, and connections that broke without a word. */
const PER_SUBMISSION = 64;
/** A client that is refused asks for the submission every few seconds instead. */
const RETRY_AFTER_S = 30;

/** How many event streams may be open at once, for one submission and for one client. */
export class EventStreamQuota {
  readonly #open = new Map<string, number>();
  readonly #perClient: number;

  /** @param perClient how many requests a client may make in a minute, and so how many streams it could open in one */
  constructor(perClient: number) {
    this.#perClient = perClient;
  }

  /** Counts one more stream; the returned function gives its place back, once. Throws RATE_LIMITED if none is left. */
  add(submission: string, client: string): () => void {
    const accounts = [`submission ${submission}`, `client ${client}`] as const;
    const [ofSubmission, ofClient] = accounts.map((account) => this.#open.get(account) ?? 0);
    if ((ofSubmission ?? 0) >= PER_SUBMISSION || (ofClient ?? 0) >= this.#perClient) {
      const detail = 'Too many event streams are open. Please close some and try again.';
      throw new AppError('RATE_LIMITED', { detail, headers: { 'Retry-After': String(RETRY_AFTER_S) } });
    }
    for (const account of accounts) this.#change(account, 1);
    let isOpen = true;
    return () => {
      if (isOpen) for (const account of accounts) this.#change(account, -1);
      isOpen = false;
    };
  }

  #change(account: string, difference: number): void {
    const count = (this.#open.get(account) ?? 0) + difference;
    if (count > 0) this.#open.set(account, count);
    else this.#open.delete(account);
  }
}
