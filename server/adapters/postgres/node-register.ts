import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { AppError, unavailable } from '../../errors.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import { systemClock } from '../system-clock.ts';
import { throwUnavailable } from './connections.ts';
import { inTransaction, onConnection } from './statements.ts';

/** What nodes on one database must have alike, unreadable: by the name of each setting. */
export type Fingerprint = Readonly<Record<string, string>>;

/** This node's place among those that work on the database. */
export interface NodeRegister {
  /**
   * Resolves while this node may work. Rejects with UNAVAILABLE while it may not: another node that works has other
   * settings, which the cause names, or this node's entry ran out and the database cannot be asked for a new one.
   */
  assertMember(): Promise<void>;
  /** Others need not agree with this node any more. */
  leave(): Promise<void>;
}

type RegisterClock = Pick<Clock, 'after' | 'monotonic'>;

const BEAT_MS = 4_000;
/** A node that died is forgotten after so long, by the database's clock. */
const LIFE_MS = 15_000;
const LIFE = `interval '${LIFE_MS} milliseconds'`;
/** An advisory lock's number: any that nobody else uses. */
const REGISTER_LOCK = 7_301_467;

/**
 * Enters this node among those that work on the database. Rejects with UNAVAILABLE, and names the settings, while
 * another one that works has others, or while the database cannot be asked.
 */
export async function joinNodes(
  pool: pg.Pool,
  fingerprint: Fingerprint,
  { clock = systemClock, log }: { readonly clock?: RegisterClock | undefined; readonly log: Log },
): Promise<NodeRegister> {
  const node = { id: randomUUID(), fingerprint: JSON.stringify(fingerprint) };
  /** Until then nobody with other settings can have entered: it is counted from before the database was asked. */
  let enteredUntil = Number.NEGATIVE_INFINITY;
  let refusal: AppError | undefined;
  let renewing: Promise<void> | undefined;

  const renewOnce = async () => {
    const askedAt = clock.monotonic();
    try {
      await stay(pool, node, fingerprint);
    } catch (error) {
      if (error instanceof AppError && error.cause instanceof NodesDiffer) {
        enteredUntil = Number.NEGATIVE_INFINITY;
        refusal = error;
      }
      throw error;
    }
    enteredUntil = askedAt + LIFE_MS;
    if (refusal) log.info({}, 'this node works again: no other one has other settings');
    refusal = undefined;
  };
  const renew = () => {
    renewing ??= renewOnce().finally(() => {
      renewing = undefined;
    });
    return renewing;
  };
  const beat = () =>
    renew().catch((err) => {
      if (refusal) log.error({ err: refusal.cause }, 'this node takes no work');
      else log.warn({ err }, 'this node’s entry among the others cannot be renewed');
    });
  await renew();
  let callOff: () => void;
  const arm = () => {
    callOff = clock.after(BEAT_MS, () => {
      arm();
      void beat();
    });
  };
  arm();
  return {
    assertMember: async () => {
      if (clock.monotonic() < enteredUntil) return;
      // Whether the others are gone is asked with the next beat, and not for each request.
      if (refusal) throw refusal;
      await renew();
    },
    leave: async () => {
      callOff();
      // It would enter this node again.
      await renewing?.catch(() => undefined);
      await pool.query('delete from nodes where id = $1', [node.id]).catch(() => undefined);
    },
  };
}

interface Entry {
  readonly id: string;
  /** As JSON. */
  readonly fingerprint: string;
}

/** A node that is not entered, or whose time ran out while the database was away for instance, enters anew. */
async function stay(pool: pg.Pool, node: Entry, fingerprint: Fingerprint): Promise<void> {
  const renewal = `update nodes set expires_at = clock_timestamp() + ${LIFE} where id = $1 and expires_at > clock_timestamp()`;
  const { rowCount } = await pool.query(renewal, [node.id]).catch(throwUnavailable);
  if (rowCount === 0) await enter(pool, node, fingerprint);
}

async function enter(pool: pg.Pool, { id, fingerprint }: Entry, own: Fingerprint): Promise<void> {
  const names = await onConnection(pool, (client) =>
    inTransaction(client, async () => {
      await client.query('select pg_advisory_xact_lock($1)', [REGISTER_LOCK]);
      await client.query('delete from nodes where expires_at < clock_timestamp()');
      const { rows } = await client.query<Entry>('select fingerprint from nodes where id <> $1', [id]);
      const differing = new Set(rows.flatMap((other) => namesThatDiffer(own, JSON.parse(other.fingerprint))));
      if (differing.size === 0) {
        await client.query(
          `insert into nodes (id, fingerprint, expires_at) values ($1, $2, clock_timestamp() + ${LIFE})
           on conflict (id) do update set expires_at = excluded.expires_at`,
          [id, fingerprint],
        );
      }
      return [...differing].toSorted();
    }),
  ).catch(throwUnavailable);
  if (names.length > 0) throw unavailable(new NodesDiffer(names));
}

/** A setting that only one of two releases knows cannot differ. */
const namesThatDiffer = (one: Fingerprint, other: Fingerprint): readonly string[] =>
  Object.keys(one).filter((name) => other[name] !== undefined && other[name] !== one[name]);

/** Names settings, never their values. */
class NodesDiffer extends Error {
  override readonly name = 'NodesDiffer';

  constructor(settings: readonly string[]) {
    super(`Another node that works on this database has other settings: ${settings.join(', ')}`);
  }
}
