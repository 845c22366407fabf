import { proxy, type Remote, wrap } from 'comlink';
import type { Look } from './look.ts';
import type { LookService } from './look-worker.ts';

/** A file over which the worker sits longer than this on the slowest phone is not looked at. */
const LIMIT_MS = 120_000;
/** The worker holds pdf.js in memory: it is ended when nothing came for so long. */
const IDLE_MS = 20_000;

interface Running {
  /** Held as long as the worker: comlink ends the other side once nobody holds it. */
  readonly service: Remote<LookService>;
  /** Rejects when the worker's script did not arrive or was not understood: calls would never be answered. */
  readonly gone: Promise<never>;
  end(): void;
}

function startWorker(): Running {
  const worker = new Worker(new URL('./look-worker.ts', import.meta.url), { type: 'module', name: 'look' });
  const gone = new Promise<never>((_resolve, reject) => {
    worker.addEventListener('error', ({ message }) => reject(new Error(message)), { once: true });
  });
  gone.catch(() => {});
  return { service: wrap<LookService>(worker), gone, end: () => worker.terminate() };
}

/** Calls a worker that looks at files. */
export type Looker = (file: Blob, onMore: (look: Look) => void) => Promise<Look>;

/**
 * Looks at files, one after the other, in a worker that lives while there is something to look at. Each call rejects where
 * this browser or this file does not let itself be looked at; `onMore` gets what has been seen so far.
 */
export function createLooker(): Looker {
  let running: Running | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let idle: ReturnType<typeof setTimeout> | undefined;
  const end = () => {
    running?.end();
    running = undefined;
  };

  async function lookNow(file: Blob, onMore: (look: Look) => void): Promise<Look> {
    running ??= startWorker();
    const { service, gone } = running;
    let limit: ReturnType<typeof setTimeout> | undefined;
    const tooLong = new Promise<never>((_resolve, reject) => {
      limit = setTimeout(() => reject(new Error('a look took too long')), LIMIT_MS);
    });
    try {
      return await Promise.race([service.lookAt(file, proxy(onMore)), gone, tooLong]);
    } catch (failure) {
      end();
      throw failure;
    } finally {
      clearTimeout(limit);
    }
  }

  return (file, onMore) => {
    clearTimeout(idle);
    waiting += 1;
    const looking = last.then(() => lookNow(file, onMore));
    last = looking
      .catch(() => {})
      .then(() => {
        waiting -= 1;
        if (waiting === 0) idle = setTimeout(end, IDLE_MS);
      });
    return looking;
  };
}
