import { setTimeout as sleep } from 'node:timers/promises';
import type { RequestRelease } from '@tus/server';
import { unavailable } from '../../errors.ts';
import type { Log } from '../../ports/log.ts';
import type { UploadLock, UploadLocker } from '../../ports/upload-lock.ts';
import type { Lease, Leases } from './leases.ts';

/** Locks of uploads that hold across nodes, for the tus server and for the store it writes to. */
export interface UploadLocks extends UploadLocker {
  /** Rejects with UNAVAILABLE unless this node has the upload's lock now: asked before each write to the store. */
  assertHeld(id: string): Promise<void>;
  /** Whether no other node had the upload's lock before: this one has it as the first, or nobody has had it yet. */
  isUntouched(id: string): boolean;
  /** Another node wants a lock of ours. */
  wanted(name: string): void;
}

interface HeldLock {
  readonly lease: Lease;
  readonly giveUp: RequestRelease;
  readonly renewal: NodeJS.Timeout;
}

const ASK_EVERY_MS = 100;

/**
 * An upload is written by one request at a time, on whatever node. Who wants it asks the one who has it to end, as a
 * client does that lost its connection and comes back on another node; a node that died loses it when its lease runs
 * out. What an outlived holder still has on its way is refused by `assertHeld`, whose token is no longer the newest.
 */
export function createUploadLocks(options: {
  readonly leases: Leases;
  readonly lifeMs: number;
  readonly waitMs: number;
  readonly log: Log;
}): UploadLocks {
  const { leases, lifeMs, waitMs, log } = options;
  const held = new Map<string, HeldLock>();

  const lose = (name: string) => {
    const lock = held.get(name);
    if (lock === undefined) return;
    clearInterval(lock.renewal);
    void lock.giveUp();
  };
  const keep = (lease: Lease, giveUp: RequestRelease) => {
    const renewal = setInterval(() => {
      leases.renew(lease).then(
        (renewed) => renewed || lose(lease.name),
        (err) => log.warn({ err }, 'the lease of an upload cannot be renewed'),
      );
    }, lifeMs / 3);
    held.set(lease.name, { lease, giveUp, renewal });
  };
  const lock = async (name: string, stop: AbortSignal, giveUp: RequestRelease) => {
    const until = performance.now() + waitMs;
    for (let tries = 0; !stop.aborted && performance.now() < until; tries += 1) {
      const lease = await leases.acquire(name);
      if (lease) return keep(lease, giveUp);
      if (tries % 10 === 0) await leases.want(name);
      await sleep(ASK_EVERY_MS);
    }
    throw unavailable(new Error(`the lock of an upload was not given up within ${waitMs} ms`));
  };
  const unlock = async (name: string, isWhole = false) => {
    const lock = held.get(name);
    if (lock === undefined) throw new Error('an upload was unlocked that was not locked');
    clearInterval(lock.renewal);
    held.delete(name);
    // What was done under the lock is done; a lease that cannot be given back runs out by itself.
    await leases
      .release(lock.lease, isWhole)
      .catch((err) => log.warn({ err }, 'the lease of an upload cannot be given back'));
  };
  return {
    newLock: (id): UploadLock => ({
      lock: (stop, giveUp) => lock(nameOf(id), stop, giveUp),
      unlock: (isWhole) => unlock(nameOf(id), isWhole),
    }),
    assertHeld: async (id) => {
      const lock = held.get(nameOf(id));
      if (lock !== undefined && (await leases.holds(lock.lease))) return;
      throw unavailable(new Error('the lock of an upload was lost while it was written'));
    },
    isUntouched: (id) => held.get(nameOf(id))?.lease.isFirst ?? true,
    wanted: (name) => void held.get(name)?.giveUp(),
  };
}

const nameOf = (id: string) => `upload:${id}`;
