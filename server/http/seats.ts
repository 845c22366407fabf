import { AppError } from '../errors.ts';

/** Event streams of one submission: a person's tabs and devices, and connections that broke without a word. */
const PER_SUBMISSION = 64;
/** Whoever is refused asks for the submission every few seconds instead; a seat is free when a stream ends. */
const RETRY_AFTER_S = 30;

/**
 * How many event streams may stand open at once: of one submission, and for one client.
 * @param perClient how many requests a client may make in a minute, and so how many streams it could open in one
 */
export class Seats {
  readonly #taken = new Map<string, number>();
  readonly #perClient: number;

  constructor(perClient: number) {
    this.#perClient = perClient;
  }

  /** Takes a seat; the answer gives it back, once. Throws RATE_LIMITED where none is left. */
  take(submission: string, client: string): () => void {
    const accounts = [`submission ${submission}`, `client ${client}`] as const;
    const [ofSubmission, ofClient] = accounts.map((account) => this.#taken.get(account) ?? 0);
    if ((ofSubmission ?? 0) >= PER_SUBMISSION || (ofClient ?? 0) >= this.#perClient) {
      const detail = 'Too many event streams are open. Please close some and try again.';
      throw new AppError('RATE_LIMITED', { detail, headers: { 'Retry-After': String(RETRY_AFTER_S) } });
    }
    for (const account of accounts) this.#add(account, 1);
    let isTaken = true;
    return () => {
      if (isTaken) for (const account of accounts) this.#add(account, -1);
      isTaken = false;
    };
  }

  #add(account: string, difference: number): void {
    const taken = (this.#taken.get(account) ?? 0) + difference;
    if (taken > 0) this.#taken.set(account, taken);
    else this.#taken.delete(account);
  }
}
