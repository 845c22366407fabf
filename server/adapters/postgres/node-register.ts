import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { unavailable } from '../../errors.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import { systemClock } from '../system-clock.ts';
import { throwUnavailable } from './connections.ts';

/** What nodes on one database must have alike, unreadable: by the name of each setting. */
export type Fingerprint = Readonly<Record<string, string>>;

export interface NodeRegister {
  /** Others need not agree with this node any more. */
  leave(): Promise<void>;
}

const BEAT_MS = 4_000;
/** A node that died is forgotten after so long, by the database's clock. */
const LIFE = `interval '15 seconds'`;
/** An advisory lock's number: any that nobody else uses. */
const REGISTER_LOCK = 7_301_467;

/**
 * Enters this node among those that work on the database. Rejects with UNAVAILABLE, and names the settings, while
 * another one that works has others, or while the database cannot be asked.
 */
export async function joinNodes(
  pool: pg.Pool,
  fingerprint: Fingerprint,
  { clock = systemClock, log }: { readonly clock?: Pick<Clock, 'after'> | undefined; readonly log: Log },
): Promise<NodeRegister> {
  const id = randomUUID();
  await enter(pool, id, fingerprint);
  let callOff: () => void;
  let beating: Promise<void> | undefined;
  const beat = () =>
    stay(pool, id, fingerprint).catch((err) => log.error({ err, ...err.facts }, 'this node is not among the others'));
  const arm = () => {
    callOff = clock.after(BEAT_MS, () => {
      arm();
      beating = beat();
    });
  };
  arm();
  return {
    leave: async () => {
      callOff();
      // It would enter this node again.
      await beating;
      await pool.query('delete from nodes where id = $1', [id]).catch(() => undefined);
    },
  };
}

/** A node whose time ran out, while the database was away for instance, enters anew. */
async function stay(pool: pg.Pool, id: string, fingerprint: Fingerprint): Promise<void> {
  const { rowCount } = await pool
    .query(
      `update nodes set expires_at = clock_timestamp() + ${LIFE} where id = $1 and expires_at > clock_timestamp()`,
      [id],
    )
    .catch(throwUnavailable);
  if (rowCount === 0) await enter(pool, id, fingerprint);
}

async function enter(pool: pg.Pool, id: string, fingerprint: Fingerprint): Promise<void> {
  const client = await pool.connect().catch(throwUnavailable);
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [REGISTER_LOCK]);
    await client.query('delete from nodes where expires_at < clock_timestamp()');
    const { rows } = await client.query<{ fingerprint: string }>('select fingerprint from nodes where id <> $1', [id]);
    const differing = new Set(rows.flatMap((row) => namesThatDiffer(fingerprint, JSON.parse(row.fingerprint))));
    if (differing.size === 0) {
      await client.query(
        `insert into nodes (id, fingerprint, expires_at) values ($1, $2, clock_timestamp() + ${LIFE})
         on conflict (id) do update set expires_at = excluded.expires_at`,
        [id, JSON.stringify(fingerprint)],
      );
    }
    await client.query('commit');
    if (differing.size > 0) throw unavailable(new NodesDiffer([...differing].toSorted()));
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throwUnavailable(error);
  } finally {
    client.release();
  }
}

/** A setting that only one of two releases knows cannot differ. */
const namesThatDiffer = (one: Fingerprint, other: Fingerprint): readonly string[] =>
  Object.keys(one).filter((name) => other[name] !== undefined && other[name] !== one[name]);

/** Names settings, never their values. */
export class NodesDiffer extends Error {
  override readonly name = 'NodesDiffer';

  constructor(settings: readonly string[]) {
    super(`Another node that works on this database has other settings: ${settings.join(', ')}`);
  }
}
