import type { StageError } from '#domain/submission/submission.ts';
import { isEntryExpired, isSameConfirmation, type OutboxEntry } from './outbox-storage.ts';

/**
 * How an attempt ended: `sent` once the server has it, `later` when the same may get through another time, `refused` when
 * only the person can change that, `withdrawn` when the person took it back meanwhile. `foreign`: something else answered
 * in place of our server.
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
  /** Its seven days are over, and our server answered without taking it. */
  readonly expire: (entry: OutboxEntry) => Promise<void>;
  readonly send: (entry: OutboxEntry) => Promise<Delivery>;
  /** Whether the server answers at all: then an entry that cannot be sent does not hold up the next. */
  readonly serverAnswers: () => Promise<boolean>;
  readonly now: () => number;
  /** The outbox has changed; `sending` is the id of the entry that is being sent. */
  readonly onChange: (sending: string | undefined) => Promise<void>;
}

/**
 * Goes through the line once and sends what waits: in order, one at a time. An entry is removed only when the server has
 * it, set aside when it is refused, and keeps its place when it cannot be sent now. An entry whose seven days are over is
 * given up, but only after an attempt while our server answered, since the device's clock may be wrong.
 *
 * A pass ends at the first foreign answer: a block page answers all entries alike. The next pass begins behind that entry,
 * since a filter may also object to the words of one application only.
 */
export async function drainOnce(options: DrainOptions, startAfter = 0): Promise<PassResult> {
  let again = false;
  await expireRefused(options);
  let range = { after: startAfter, upTo: Number.POSITIVE_INFINITY };
  for (;;) {
    const entry = await next(options, range);
    if (entry === undefined) {
      // The pass began in the middle of the line: the entries before that place follow.
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

/** Whether some have to be tried again, and the `order` of the entry whose foreign answer ended the pass. */
interface PassResult {
  readonly again: boolean;
  readonly stoppedAt?: number;
}

/** Rejected entries expire after seven days, like the rest. (They need no further try first.) */
async function expireRefused({ list, expire, onChange, now }: DrainOptions): Promise<void> {
  const over = (await list()).filter((entry) => entry.failure !== undefined && isEntryExpired(entry, now()));
  for (const entry of over) await expire(entry);
  if (over.length > 0) await onChange(undefined);
}

/** Reads the line anew each time: entries come and go while one is being sent, in other tabs too. */
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
  /** Goes through the line now: something was confirmed, or the server answers again. */
  wake(): void;
  stop(): void;
}

/**
 * Goes through the line whenever it is woken, and again after growing pauses while something could not be sent. One tab
 * sends at a time (Web Locks); when it is closed, the browser gives the lock to the next one.
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

/** A quarter more or less by chance, so that not all browsers come at once to a server that is back. */
function pauseAfter(failures: number): number {
  const pause = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 10));
  return pause * (0.75 + Math.random() / 2);
}

/** Without Web Locks two tabs may send the same application: its id makes one of it on the server. */
async function exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
  return navigator.locks ? navigator.locks.request(LOCK, work) : work();
}
