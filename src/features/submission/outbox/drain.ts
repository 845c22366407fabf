import type { StageError } from '#domain/submission/submission.ts';
import { isEntryExpired, isSameConfirmation, type OutboxEntry } from './outbox-storage.ts';

/**
 * How an attempt ended: `sent` if the server has it, `later` if a retry may succeed, `refused` if only the applicant can
 * correct it, `withdrawn` if the applicant withdrew it. `foreign`: another computer answered instead of our server.
 */
export type Delivery =
  | { readonly kind: 'sent' | 'withdrawn' }
  | { readonly kind: 'later'; readonly foreign?: boolean }
  | { readonly kind: 'refused'; readonly failure: StageError };

export interface DrainOptions {
  readonly list: () => Promise<readonly OutboxEntry[]>;
  readonly find: (id: string) => Promise<OutboxEntry | undefined>;
  readonly remove: (entry: OutboxEntry) => Promise<void>;
  readonly replace: (entry: OutboxEntry) => Promise<boolean>;
  /** Deletes an entry after seven days. Called only if our server answered and did not accept it. */
  readonly expire: (entry: OutboxEntry) => Promise<void>;
  readonly send: (entry: OutboxEntry) => Promise<Delivery>;
  /** Whether the server answers at all. If it does, the next entry is tried after one that could not be sent. */
  readonly serverAnswers: () => Promise<boolean>;
  readonly now: () => number;
  /** Called after each change; `sending` is the id of the entry that is being sent. */
  readonly onChange: (sending: string | undefined) => Promise<void>;
}

/**
 * Sends the queued entries once, in order, one at a time. An accepted entry is removed, a refused one is marked as
 * failed, and one that cannot be sent now keeps its place. An entry expires after seven days, but only after an attempt
 * that our server answered, since the device's clock may be wrong.
 *
 * A pass ends at the first foreign answer: a block page gives all entries the same answer. The next pass starts after
 * that entry, since a filter may block only one application for its words.
 */
export async function drainOnce(options: DrainOptions, startAfter = 0): Promise<PassResult> {
  let again = false;
  await expireRefused(options);
  let range = { after: startAfter, upTo: Number.POSITIVE_INFINITY };
  for (;;) {
    const entry = await next(options, range);
    if (entry === undefined) {
      // If the pass started in the middle of the queue, the entries before that place follow.
      if (startAfter === 0 || range.upTo === startAfter) break;
      range = { after: 0, upTo: startAfter };
      continue;
    }
    range = { ...range, after: entry.order };
    await options.onChange(entry.id);
    const delivery = await options.send(entry);
    await settle(options, entry, delivery);
    await options.onChange(undefined);
    if (delivery.kind !== 'later') continue;
    const answers = await options.serverAnswers();
    if (answers && isEntryExpired(entry, options.now())) {
      await options.expire(entry);
      await options.onChange(undefined);
      continue;
    }
    again = true;
    if (delivery.foreign) return { again, stoppedAt: entry.order };
    if (!answers) break;
  }
  return { again };
}

/** `again`: some entries need a retry. `stoppedAt`: the `order` of the entry whose foreign answer ended the pass. */
interface PassResult {
  readonly again: boolean;
  readonly stoppedAt?: number;
}

/** Refused entries expire after seven days too, without another attempt. */
async function expireRefused({ list, expire, onChange, now }: DrainOptions): Promise<void> {
  const over = (await list()).filter((entry) => entry.failure !== undefined && isEntryExpired(entry, now()));
  for (const entry of over) await expire(entry);
  if (over.length > 0) await onChange(undefined);
}

/** Reads the queue each time: other tabs may add or remove entries while one is being sent. */
async function next(
  { list }: DrainOptions,
  { after, upTo }: { readonly after: number; readonly upTo: number },
): Promise<OutboxEntry | undefined> {
  return (await list()).find(({ order, failure }) => order > after && failure === undefined && order <= upTo);
}

async function settle({ find, remove, replace }: DrainOptions, entry: OutboxEntry, delivery: Delivery): Promise<void> {
  if (delivery.kind === 'sent') return remove(entry);
  if (delivery.kind !== 'refused') return;
  const present = await find(entry.id);
  if (present && isSameConfirmation(present, entry)) await replace({ ...present, failure: delivery.failure });
}

const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 30_000;
/** Only the tab that holds this lock sends. */
const LOCK = 'outbox';

export interface OutboxRunner {
  /** Starts a pass now: an application was confirmed, or the server answers again. */
  wake(): void;
  stop(): void;
}

/**
 * Runs a pass after each `wake`, and retries with growing delays. Only one tab sends at a time (Web Locks); if it is
 * closed, the next tab gets the lock.
 */
export function runOutbox(options: DrainOptions): OutboxRunner {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let startAfter = 0;
  let running = false;
  let woken = false;
  let stopped = false;

  const pass = async () => {
    woken = false;
    const drained = exclusively(() => drainOnce(options, startAfter));
    const { again, stoppedAt = 0 }: PassResult = await drained.catch(() => ({ again: true }));
    startAfter = stoppedAt;
    failures = again ? failures + 1 : 0;
    return again;
  };
  const run = async () => {
    if (running) return;
    running = true;
    clearTimeout(timer);
    let again = await pass();
    while (woken && !stopped) again = await pass();
    running = false;
    if (again && !stopped) timer = setTimeout(run, pauseAfter(failures));
  };
  return {
    wake() {
      woken = true;
      void run();
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

/** With 25% jitter, so that browsers do not all retry at once when the server is back. */
function pauseAfter(failures: number): number {
  const pause = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 10));
  return pause * (0.75 + Math.random() / 2);
}

/** Without Web Locks two tabs may send the same application; the server deduplicates by its id. */
async function exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
  return navigator.locks ? navigator.locks.request(LOCK, work) : work();
}
