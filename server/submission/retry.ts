import type { Clock } from '../ports/clock.ts';
import type { Ledger } from '../ports/ledger.ts';
import type { Upkeep } from '../ports/upkeep.ts';
import { released, resumed, versioned } from './transitions.ts';

export interface RetryOptions {
  readonly ledger: Pick<Ledger, 'find' | 'save'>;
  readonly upkeep: Pick<Upkeep, 'retryRequests' | 'forgetRetry'>;
  readonly clock: Clock;
}

/** Carries out what the staff have asked for; a wish that cannot be met any more is forgotten. Answers how many were. */
export async function carryOutRetries({ ledger, upkeep, clock }: RetryOptions): Promise<number> {
  let resumedCount = 0;
  for (const { id, resend } of await upkeep.retryRequests()) {
    const record = await ledger.find(id);
    const isHeld = record?.stages.some(({ held }) => held) ?? false;
    if (record?.status === 'error' && record.purgedAt === undefined && (resend || !isHeld)) {
      const steps = resend ? [released, resumed(false)] : [resumed(false)];
      // Superseded: somebody else has gone on with it, which is what was wished.
      if ((await ledger.save(versioned(record, clock.now(), ...steps))) === 'saved') resumedCount += 1;
    }
    await upkeep.forgetRetry(id);
  }
  return resumedCount;
}
