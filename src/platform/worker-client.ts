import { type Remote, wrap } from 'comlink';

/** The worker's script could not be loaded, the worker died, or it was ended. */
export class WorkerGone extends Error {
  override readonly name = 'WorkerGone';
}

/** A call had no answer within its time limit. */
export class WorkerTimeout extends Error {
  override readonly name = 'WorkerTimeout';
}

interface AskOptions {
  readonly limitMs?: number;
  /** Rejects the call. The worker continues until it is ended. */
  readonly signal?: AbortSignal;
}

/** A service in a worker. Its calls may never be answered. */
export interface WorkerClient<Service> {
  readonly service: Remote<Service>;
  /** Rejects with WorkerGone. */
  readonly gone: Promise<never>;
  /** The answer to a call of the service. @throws WorkerGone, WorkerTimeout, what the service throws */
  ask<Answer>(answer: PromiseLike<Answer>, options?: AskOptions): Promise<Answer>;
  end(): void;
}

export function createWorkerClient<Service>(worker: Worker): WorkerClient<Service> {
  const service = wrap<Service>(worker);
  let leave: (failure: WorkerGone) => void = () => {};
  const gone = new Promise<never>((_resolve, reject) => {
    leave = reject;
  });
  gone.catch(() => {});
  const end = (why = 'ended') => {
    leave(new WorkerGone(why));
    worker.terminate();
  };
  worker.addEventListener('error', ({ message }) => end(message));
  return {
    service,
    gone,
    async ask(answer, { limitMs, signal } = {}) {
      let limit: ReturnType<typeof setTimeout> | undefined;
      const over = new Promise<never>((_resolve, reject) => {
        if (limitMs !== undefined) limit = setTimeout(() => reject(new WorkerTimeout('no answer')), limitMs);
        signal?.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
      });
      try {
        return await Promise.race([answer, gone, over]);
      } finally {
        clearTimeout(limit);
      }
    },
    end: () => end(),
  };
}
