import type { StageError } from '#domain/submission/submission.ts';
import { isEntryExpired, isSameConfirmation, type OutboxEntry } from './outbox-storage.ts';

/**
 * What became of one attempt: `sent` once the server has it, `later` when the same may go through another time,
 * `refused` when only the person can change that, `withdrawn` when it was taken back meanwhile.
 */
export type Delivery =
  | { readonly kind: 'sent' | 'later' | 'withdrawn' }
  | { readonly kind: 'refused'; readonly failure: StageError };

export interface DrainOptions {
  readonly list: () => Promise<readonly OutboxEntry[]>;
  readonly find: (id: string) => Promise<OutboxEntry | undefined>;
  readonly remove: (entry: OutboxEntry) => Promise<void>;
  readonly replace: (entry: OutboxEntry) => Promise<boolean>;
  /** Its seven days are over, and our server was there and did not take it. */
  readonly expire: (entry: OutboxEntry) => Promise<void>;
  readonly send: (entry: OutboxEntry) => Promise<Delivery>;
  /** Whether the server answers at all: then one that cannot be sent does not hold up the next. */
  readonly serverAnswers: () => Promise<boolean>;
  readonly now: () => number;
  /** Something in the outbox is another now; `sending` names the entry that is under way. */
  readonly onChange: (sending: string | undefined) => Promise<void>;
}

/**
 * Sends what waits, once through the line: in order, one at a time, each taken out only when the server has it. One
 * that is refused is set aside; one that cannot be sent now keeps its place. One whose seven days are over is given up,
 * but never untried: only after an attempt while our server answered, since a clock may be wrong. Resolves to whether
 * some have to be tried again.
 */
export async function drainOnce(options: DrainOptions): Promise<'empty' | 'again'> {
  let again = false;
  await expireRefused(options);
  for (let entry = await next(options, 0); entry; entry = await next(options, entry.order)) {
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
    if (!answers) break;
  }
  return again ? 'again' : 'empty';
}

/** What was refused has been tried, and waits for the person no longer than the rest. */
async function expireRefused({ list, expire, onChange, now }: DrainOptions): Promise<void> {
  const over = (await list()).filter((entry) => entry.failure !== undefined && isEntryExpired(entry, now()));
  for (const entry of over) await expire(entry);
  if (over.length > 0) await onChange(undefined);
}

/** Read anew each time: entries come and go while one is under way, in other tabs, too. */
async function next({ list }: DrainOptions, after: number): Promise<OutboxEntry | undefined> {
  return (await list()).find(({ order, failure }) => order > after && failure === undefined);
}

async function settle({ find, remove, replace }: DrainOptions, entry: OutboxEntry, delivery: Delivery): Promise<void> {
  if (delivery.kind === 'sent') return remove(entry);
  if (delivery.kind !== 'refused') return;
  const present = await find(entry.id);
  if (present && isSameConfirmation(present, entry)) await replace({ ...present, failure: delivery.failure });
}

const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 30_000;
/** Only the tab that holds it sends. */
const LOCK = 'outbox';

export interface OutboxRunner {
  /** Something was confirmed, or the server answers again: go through the line now. */
  wake(): void;
  stop(): void;
}

/**
 * Goes through the outbox whenever it is woken, and again with growing pauses while something could not be sent. Of
 * several tabs one sends at a time (Web Locks); a tab that dies passes the lock on to the next in line.
 */
export function runOutbox(options: DrainOptions): OutboxRunner {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let running = false;
  let woken = false;
  let stopped = false;

  const pass = async () => {
    woken = false;
    const outcome = await exclusively(() => drainOnce(options)).catch(() => 'again' as const);
    failures = outcome === 'again' ? failures + 1 : 0;
    return outcome;
  };
  const run = async () => {
    if (running) return;
    running = true;
    clearTimeout(timer);
    let outcome = await pass();
    while (woken && !stopped) outcome = await pass();
    running = false;
    if (outcome === 'again' && !stopped) timer = setTimeout(run, pauseAfter(failures));
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

/** A quarter more or less at random, so that all the browsers of a server that comes back do not come at once. */
function pauseAfter(failures: number): number {
  const pause = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 10));
  return pause * (0.75 + Math.random() / 2);
}

/** Without Web Locks two tabs may send the same application: its id makes one of it on the server. */
async function exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
  return navigator.locks ? navigator.locks.request(LOCK, work) : work();
}
