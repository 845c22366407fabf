import type { StageError } from '#domain/submission/submission.ts';
import { isEntryExpired, isSameConfirmation, type OutboxEntry } from './entry.ts';

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
