import type { ServerResponse } from 'node:http';
import type { Context } from 'koa';
import { AppError } from '../errors.ts';
import type { SubmissionRecord } from '../ports/ledger.ts';
import { toSubmission } from '../submission/views.ts';
import type { AppDeps } from './deps.ts';
import { clientOf } from './middleware/rate-limit.ts';

const HEARTBEAT_MS = 15_000;
/** Buffer limit for a slow client. It reconnects and gets the versions that it missed. */
const MOST_UNREAD_BYTES = 64 * 1024;
/** Limit for event streams of one submission: a person's tabs and devices, and undetected broken connections. */
const PER_SUBMISSION = 64;
/** A refused client polls the submission instead. */
const RETRY_AFTER_S = 30;

/**
 * Sends each version of a submission that the client has not seen (`Last-Event-ID`) as a server-sent event. Streams end
 * with the server. Throws the errors of `find`, and RATE_LIMITED.
 * @param find reads the submission
 */
export function createEventStreams(
  { ledger, draining, rateLimiter }: Pick<AppDeps, 'ledger' | 'draining' | 'rateLimiter'>,
  find: (id: string) => Promise<SubmissionRecord>,
): (ctx: Context, id: string) => Promise<void> {
  const quota = new EventStreamQuota(rateLimiter.points);
  const followers = new Set<() => void>();
  // Clients reconnect to another node, or to this one after its restart.
  draining.addEventListener('abort', () => {
    for (const end of followers) end();
  });
  return async (ctx, id) => {
    const seen = Number(ctx.get('Last-Event-ID') || 0);
    // Watch before reading, so that no change is missed in between.
    let early: SubmissionRecord | undefined;
    let send = (record: SubmissionRecord): void => {
      early = record;
    };
    const unwatch = ledger.watch(id, (record) => send(record));
    try {
      const record = await find(id);
      if (record.status === 'processed' && seen >= record.version) {
        // The client has seen everything. After 204 an event source does not reconnect.
        ctx.status = 204;
        return;
      }
      ctx.set('X-Accel-Buffering', 'no');
      ctx.type = 'text/event-stream';
      ctx.status = 200;
      if (ctx.method === 'HEAD') return;
      const leave = quota.add(id, clientOf(ctx));
      // Written directly, at half the cost of a stream as the body.
      ctx.respond = false;
      const onEnd = () => {
        unwatch();
        leave();
      };
      send = follow(ctx.res, { seen, onEnd, followers });
      send(record);
      if (early) send(early);
    } finally {
      if (ctx.respond !== false) unwatch();
    }
  };
}

interface Following {
  readonly seen: number;
  readonly onEnd: () => void;
  readonly followers: Set<() => void>;
}

/** Returns a function that sends a record, each version once. The stream ends after `processed` (R11.7). */
export function follow(
  response: ServerResponse,
  { seen, onEnd, followers }: Following,
): (record: SubmissionRecord) => void {
  let sent = seen;
  const write = (text: string) => {
    if (response.writableLength > MOST_UNREAD_BYTES) response.destroy();
    else if (!response.writableEnded) response.write(text);
  };
  const heartbeat = setInterval(() => write(': still here\n\n'), HEARTBEAT_MS);
  const end = () => response.end();
  const forget = () => {
    clearInterval(heartbeat);
    followers.delete(end);
    onEnd();
  };
  followers.add(end);
  if (response.closed) forget();
  else response.once('close', forget);
  response.flushHeaders();
  return (record) => {
    if (record.version <= sent) return;
    sent = record.version;
    write(`id: ${record.version}\ndata: ${JSON.stringify(toSubmission(record))}\n\n`);
    if (record.status === 'processed') end();
  };
}

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
    const accounts = [
      { account: `submission ${submission}`, most: PER_SUBMISSION },
      { account: `client ${client}`, most: this.#perClient },
    ];
    if (accounts.some(({ account, most }) => (this.#open.get(account) ?? 0) >= most)) {
      const detail = 'Too many event streams are open. Please close some and try again.';
      throw new AppError('RATE_LIMITED', { detail, headers: { 'Retry-After': String(RETRY_AFTER_S) } });
    }
    for (const { account } of accounts) this.#change(account, 1);
    let isOpen = true;
    return () => {
      if (isOpen) for (const { account } of accounts) this.#change(account, -1);
      isOpen = false;
    };
  }

  #change(account: string, difference: number): void {
    const count = (this.#open.get(account) ?? 0) + difference;
    if (count > 0) this.#open.set(account, count);
    else this.#open.delete(account);
  }
}
