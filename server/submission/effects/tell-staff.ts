import type { StaffMessage, StaffWebhook } from '../../adapters/staff-webhook.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { Effect } from './effect.ts';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5 * 60_000;
/** A message that was not delivered within this is dropped. */
const LIFE_MS = 3_600_000;
/** So many messages wait at most while nobody takes them. */
const MOST_WAITING = 1_000;

export interface TellStaffOptions {
  readonly webhook: StaffWebhook;
  readonly clock: Pick<Clock, 'monotonic' | 'after'>;
  readonly log: Pick<Log, 'warn' | 'error'>;
}

/** Tells the staff of what waits for them, and of what goes on again; one message after the other. */
export function tellStaff({ webhook, clock, log }: TellStaffOptions): Effect {
  let waiting = 0;
  let last = Promise.resolve();
  const deliver = async (message: StaffMessage, began: number) => {
    const facts = { submission: message.submissionId, event: message.event };
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      try {
        return await webhook(message);
      } catch (err) {
        if (clock.monotonic() - began + pauseMs > LIFE_MS) {
          return log.error({ ...facts, err }, 'the staff were not told: STAFF_WEBHOOK_URL took no message for an hour');
        }
        log.warn({ ...facts, err }, 'STAFF_WEBHOOK_URL did not take a message; it is tried again');
        // A timer that does not keep an ending process alive.
        await new Promise<void>((resolve) => clock.after(pauseMs, resolve));
      }
    }
  };
  return ({ event, stage, record: { id, kind, offerId }, at }) => {
    if (event === 'processed') return;
    if (waiting >= MOST_WAITING) {
      log.error({ submission: id, event }, 'the staff were not told: too many messages wait for STAFF_WEBHOOK_URL');
      return;
    }
    const about = { submissionId: id, ...(offerId === undefined ? {} : { offerId }), kind, stage };
    const message = { event, ...about, at: at.toISOString() };
    const began = clock.monotonic();
    waiting += 1;
    last = last.then(() => deliver(message, began)).finally(() => (waiting -= 1));
  };
}
