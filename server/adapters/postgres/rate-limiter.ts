import type pg from 'pg';
import { RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible';
import type { RateLimiter } from '../../ports/rate-limiter.ts';
import type { PostgresLimits } from './limits.ts';
import { settledLater } from './settled-later.ts';

/**
 * Counts requests for all nodes together, most of them after they were let in (`settledLater`). No request waits for a
 * database that is slow to count it: this node then counts for itself alone, and asks again a moment later.
 */
export function createRateLimiter(pool: pg.Pool, perMinute: number, limits: PostgresLimits): RateLimiter {
  const rule = { points: perMinute, duration: 60 };
  const storeClient = briefly(pool, limits);
  const limiter = new RateLimiterPostgres({
    ...rule,
    storeClient,
    storeType: 'pool',
    tableName: 'request_counts',
    tableCreated: true,
    clearExpiredByTimeout: true,
    keyPrefix: 'client',
    // Whoever is over the limit is refused without asking the database again.
    inMemoryBlockOnConsumed: perMinute + 1,
    insuranceLimiter: new RateLimiterMemory(rule),
  });
  // Counts that seem to last much longer than they may were begun before a clock was set back. Other nodes count while
  // this one starts, by clocks that are a little ahead: theirs stay.
  const impossible = {
    text: 'delete from request_counts where expire > $1',
    values: [Date.now() + 2 * rule.duration * 1000],
  };
  const removed = storeClient.query(impossible).catch(() => undefined);
  return settledLater({
    points: perMinute,
    consume: async (...request) => {
      await removed;
      return limiter.consume(...request);
    },
  });
}

/** As much of a pool as the limiter uses. Rejects at once for a while after an answer that failed or came too late. */
function briefly(pool: pg.Pool, { countMs, countAloneMs }: PostgresLimits) {
  let aloneUntil = 0;
  const alone = (): Error => {
    aloneUntil = performance.now() + countAloneMs;
    return new Error('requests are counted by this node alone for now');
  };
  return {
    query: (counting: pg.QueryConfig): Promise<pg.QueryResult> => {
      if (performance.now() < aloneUntil) return Promise.reject(new Error('requests are counted by this node alone'));
      return new Promise((resolve, reject) => {
        const late = setTimeout(() => reject(alone()), countMs);
        pool
          .query(counting)
          .then(resolve, () => reject(alone()))
          .finally(() => clearTimeout(late));
      });
    },
  };
}
