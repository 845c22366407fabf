import type pg from 'pg';
import { throwUnavailable } from './connections.ts';

/** The right to do something alone, for a time. Every lease has a larger token than all before it. */
export interface Lease {
  readonly name: string;
  readonly token: string;
  /** Nobody had it before, or whoever had it is done with what it was for. */
  readonly isFirst: boolean;
}

/** Leases as rows; the database's clock decides. All reject with UNAVAILABLE where it cannot be asked. */
export interface Leases {
  /** Undefined while somebody else has it. */
  acquire(name: string): Promise<Lease | undefined>;
  /** Has it for the whole time again; false when it has been given to somebody else. */
  renew(lease: Lease): Promise<boolean>;
  /** Whether it is still this one's. */
  holds(lease: Lease): Promise<boolean>;
  /** Gives it back. Who gets it next is the first again if what it was for is done. */
  release(lease: Lease, isDone: boolean): Promise<void>;
  /** Forgets those that a killed node has left, long after they ran out. */
  tidy(): Promise<void>;
  /** Asks whoever has it to give it up soon. */
  want(name: string): Promise<void>;
}

/** The channel on which nodes are asked to give a lease up. */
export const LEASE_WANTED = 'lease_wanted';

export function createLeases({ pool, lifeMs }: { readonly pool: pg.Pool; readonly lifeMs: number }): Leases {
  const life = `interval '${lifeMs} milliseconds'`;
  const ask = <Row extends pg.QueryResultRow>(text: string, values: readonly string[] = []) =>
    pool.query<Row>(text, [...values]).catch(throwUnavailable);
  const touched = async (text: string, { name, token }: Lease) => ((await ask(text, [name, token])).rowCount ?? 0) > 0;
  // Nobody has one for longer than its life: the database's clock was set back meanwhile.
  const impossible = `leases.expires_at > clock_timestamp() + ${life}`;
  return {
    acquire: async (name) => {
      const { rows } = await ask<{ token: string; is_first: boolean }>(
        `insert into leases (name, token, expires_at)
         values ($1, nextval('lease_tokens'), clock_timestamp() + ${life})
         on conflict (name) do update set token = excluded.token, expires_at = excluded.expires_at
         where leases.expires_at <= clock_timestamp() or ${impossible}
         returning token, xmax = 0 as is_first`,
        [name],
      );
      // PostgreSQL marks a row that it has updated with the transaction that did, in its column xmax.
      return rows[0] && { name, token: rows[0].token, isFirst: rows[0].is_first };
    },
    renew: (lease) =>
      touched(
        `update leases set expires_at = clock_timestamp() + ${life}
         where name = $1 and token = $2 and expires_at > clock_timestamp()`,
        lease,
      ),
    holds: (lease) =>
      touched('select 1 from leases where name = $1 and token = $2 and expires_at > clock_timestamp()', lease),
    release: async (lease, isDone) => {
      // The row says that somebody had it.
      const text = isDone ? 'delete from leases' : 'update leases set expires_at = clock_timestamp()';
      await touched(`${text} where name = $1 and token = $2`, lease);
    },
    tidy: async () => {
      await ask(`delete from leases where expires_at < clock_timestamp() - interval '1 day'`);
    },
    want: async (name) => {
      await ask('select pg_notify($1, $2)', [LEASE_WANTED, name]);
    },
  };
}
