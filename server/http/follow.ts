import type { ServerResponse } from 'node:http';
import { AppError } from '../errors.ts';
import type { SubmissionRecord } from '../ports/ledger.ts';
import { toSubmission } from '../submission/views.ts';

const HEARTBEAT_MS = 15_000;
/** The most that may wait for a client that does not read; it connects again and gets what it has not seen. */
const MOST_UNREAD_BYTES = 64 * 1024;
/**
 * Changes that come closer together are sent together, the first of them with the headers: each write is a system call
 * here, and a packet and a wake-up at the client, who knows from the answer to its PUT where the submission stands.
 */
const TOGETHER_MS = 100;

interface Following {
  /** The version that the client knows. */
  readonly seen: number;
  /** Called once when the stream has ended. */
  readonly onEnd: () => void;
  /** What ends each open stream. */
  readonly followers: Set<() => void>;
}

/**
 * Sends a client each version of a submission once, from the first that it has not seen. The stream stays open through
 * an error and ends after `processed` (R11.7). Returns what sends a record.
 */
export function follow(
  response: ServerResponse,
  { seen, onEnd, followers }: Following,
): (record: SubmissionRecord) => void {
  let sent = seen;
  let unsent = '';
  let pause: NodeJS.Timeout | undefined = setTimeout(() => send(), TOGETHER_MS);
  const write = (text: string) => {
    if (response.writableLength > MOST_UNREAD_BYTES) response.destroy();
    else response.write(text);
  };
  const heartbeat = setInterval(() => response.writableEnded || write(': still here\n\n'), HEARTBEAT_MS);
  const send = () => {
    clearTimeout(pause);
    pause = unsent === '' ? undefined : setTimeout(send, TOGETHER_MS);
    if (unsent === '') response.flushHeaders();
    else write(unsent);
    unsent = '';
  };
  const end = () => response.end(unsent);
  const forget = () => {
    clearInterval(heartbeat);
    clearTimeout(pause);
    followers.delete(end);
    onEnd();
  };
  followers.add(end);
  if (response.closed) forget();
  else response.once('close', forget);
  return (record) => {
    if (record.version <= sent || response.writableEnded) return;
    sent = record.version;
    unsent += `id: ${record.version}\ndata: ${JSON.stringify(toSubmission(record))}\n\n`;
    if (record.status === 'processed') end();
    else if (record.status === 'error' || pause === undefined) send();
  };
}

/** Event streams of one submission: a person's tabs and devices, and connections that broke without a word. */
const PER_SUBMISSION = 64;
/** A client that is refused asks for the submission every few seconds instead; a seat is free when a stream ends. */
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
