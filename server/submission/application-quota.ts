import { AppError } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ledger } from '../ports/ledger.ts';
import type { HashClient } from './hash-client.ts';

interface QuotaOptions {
  readonly ledger: Pick<Ledger, 'sentBy'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly perClientDay: number;
  readonly hashClient: HashClient;
}

const DAY_MS = 24 * 3_600_000;

/** Counts the new applications of each client in a day. */
interface ApplicationQuota {
  /**
   * Has `create` store one more application of the client at that address, which it gets as a hash. Throws
   * TOO_MANY_APPLICATIONS with `Retry-After` where the client has sent as many as it may within 24 hours.
   */
  within<T>(address: string, create: (client: string) => Promise<T>): Promise<T>;
}

/** Requests of a client that are under way; kept as long as there is one. */
interface UnderWay {
  requests: number;
  /** How many of them have begun to store an application, the ended ones included. */
  begun: number;
  readonly storing: Set<Promise<unknown>>;
}

/** The ledger has the count. What is being stored is added, as long as it may be missing there. */
export function createApplicationQuota({ ledger, clock, perClientDay, hashClient }: QuotaOptions): ApplicationQuota {
  const clients = new Map<string, UnderWay>();

  const storeWithin = async <T>(client: string, underWay: UnderWay, create: (client: string) => Promise<T>) => {
    for (;;) {
      const { begun } = underWay;
      const others = [...underWay.storing];
      const place = perClientDay - others.length;
      const now = clock.now().getTime();
      const oldest = place > 0 ? await ledger.sentBy(client, place, new Date(now - DAY_MS)) : undefined;
      // What has begun meanwhile is in neither count.
      if (underWay.begun !== begun) continue;
      if (place > 0 && oldest === undefined) break;
      if (oldest && others.length === 0) throw tooMany(oldest.getTime() + DAY_MS - now);
      // Some of them may be in both counts, and some may not be stored in the end.
      await Promise.allSettled(others);
    }
    underWay.begun += 1;
    const created = create(client);
    underWay.storing.add(created);
    return created.finally(() => underWay.storing.delete(created));
  };

  return {
    within: async (address, create) => {
      const client = hashClient(address);
      const underWay = clients.get(client) ?? { requests: 0, begun: 0, storing: new Set() };
      clients.set(client, underWay);
      underWay.requests += 1;
      try {
        return await storeWithin(client, underWay, create);
      } finally {
        underWay.requests -= 1;
        if (underWay.requests === 0) clients.delete(client);
      }
    },
  };
}

function tooMany(waitMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const detail = `More applications have come from your network within a day than we take. This one can be sent in ${inWords(seconds)}.`;
  return new AppError('TOO_MANY_APPLICATIONS', { detail, headers: { 'Retry-After': String(seconds) } });
}

function inWords(seconds: number): string {
  if (seconds < 60) return 'a minute';
  const [count, unit] = seconds < 3600 ? [Math.ceil(seconds / 60), 'minute'] : [Math.ceil(seconds / 3600), 'hour'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
