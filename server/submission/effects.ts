import type { StageName } from '#domain/submission/stages.ts';
import type { StaffMessage, StaffWebhook } from '../adapters/staff-webhook.ts';
import type { Clock } from '../ports/clock.ts';
import type { StaffEvent, SubmissionRecord } from '../ports/ledger.ts';
import type { Log } from '../ports/log.ts';
import { given } from './given.ts';

/** A change of a submission that is already in the ledger. */
export interface Happening {
  /** `processed`: all stages are done. */
  readonly event: StaffEvent | 'processed';
  readonly stage: StageName;
  readonly record: SubmissionRecord;
  readonly at: Date;
}

/** A side effect of a submission that may be lost in a crash. Returns at once and never throws. */
export type Effect = (happening: Happening) => void;

export interface TellStaffOptions {
  readonly webhook: StaffWebhook;
  readonly clock: Pick<Clock, 'monotonic' | 'after'>;
  readonly log: Pick<Log, 'warn' | 'error'>;
}

/** All side effects of a submission. Add further ones here. */
export function createEffects({
  webhook,
  ...options
}: Omit<TellStaffOptions, 'webhook'> & { readonly webhook?: StaffWebhook | undefined }): Effect {
  const effects = [...(webhook ? [tellStaff({ webhook, ...options })] : [])];
  return (happening) => {
    for (const effect of effects) effect(happening);
  };
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5 * 60_000;
const LIFE_MS = 3_600_000;
const MOST_WAITING = 1_000;

/** Sends messages to the staff about submissions that wait for them or continue, one after another. */
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
          return log.error(
            { ...facts, err },
            'the staff did not get a message: STAFF_WEBHOOK_URL accepted no message for an hour',
          );
        }
        log.warn({ ...facts, err }, 'STAFF_WEBHOOK_URL did not accept a message; the server retries');
        // The timer does not keep the process alive.
        await new Promise<void>((resolve) => clock.after(pauseMs, resolve));
      }
    }
  };
  return ({ event, stage, record: { id, kind, offerId }, at }) => {
    if (event === 'processed') return;
    if (waiting >= MOST_WAITING) {
      log.error(
        { submission: id, event },
        'the staff did not get a message: too many messages wait for STAFF_WEBHOOK_URL',
      );
      return;
    }
    const message = { event, submissionId: id, ...given({ offerId }), kind, stage, at: at.toISOString() };
    const began = clock.monotonic();
    waiting += 1;
    last = last.then(() => deliver(message, began)).finally(() => (waiting -= 1));
  };
}
