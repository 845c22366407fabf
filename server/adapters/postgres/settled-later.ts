import { RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimiter } from '../../ports/rate-limiter.ts';

/** Of the limit: how far a node may be ahead of what it has told the others, for each client. */
const AHEAD = 1 / 20;
const SETTLE_AFTER_MS = 1_000;
const CLIENTS_KEPT = 10_000;

interface Account {
  /** Points that were taken here and not from the others' count yet. */
  held: number;
  /** At the limit, or near it: nothing is held any more, and the others' count decides on each request. */
  asksUntil: number;
}

/**
 * A limiter that holds up no request while its client is far from the limit: points are taken here and, a second later
 * and in one go, from the count that all nodes share. A client may be over the limit by a twentieth of it for each node;
 * from a tenth before the limit on, and where the limit is small, the shared count is asked first, as of every request.
 */
export function settledLater(shared: RateLimiter): RateLimiter {
  const ahead = Math.floor(shared.points * AHEAD);
  const accounts = new Map<string, Account>();
  let isDue = false;

  /** Takes points from the shared count, and notes how far its client is from the limit. */
  const take = async (key: string, account: Account, points: number): Promise<unknown> => {
    const note = (answer: unknown) => {
      if (!(answer instanceof RateLimiterRes) || answer.remainingPoints > 2 * ahead) return;
      account.asksUntil = performance.now() + answer.msBeforeNext;
      if (accounts.size < CLIENTS_KEPT) accounts.set(key, account);
    };
    try {
      const answer = await shared.consume(key, points);
      note(answer);
      return answer;
    } catch (refusal) {
      note(refusal);
      throw refusal;
    }
  };
  const settle = () => {
    isDue = false;
    for (const [key, account] of accounts) {
      const points = account.held;
      account.held = 0;
      if (account.asksUntil <= performance.now()) accounts.delete(key);
      // A refusal is for the next request of its client.
      if (points > 0) take(key, account, points).catch(() => undefined);
    }
  };
  return {
    points: shared.points,
    consume: async (key, points = 1) => {
      const account = accounts.get(key) ?? { held: 0, asksUntil: 0 };
      const isHeld = account.asksUntil <= performance.now() && account.held + points <= ahead;
      if (isHeld && (accounts.has(key) || accounts.size < CLIENTS_KEPT)) {
        accounts.set(key, account);
        account.held += points;
        if (!isDue) setTimeout(settle, SETTLE_AFTER_MS).unref();
        isDue = true;
        return undefined;
      }
      const all = account.held + points;
      account.held = 0;
      return take(key, account, all);
    },
  };
}
