import { proxy } from 'comlink';
import type { WorkerClient } from '#platform/worker-client.ts';
import type { DocumentsService } from '../documents-worker.ts';
import { startDocumentsWorker } from '../start-worker.ts';
import type { Inspection, SmallerScan } from './inspection.ts';

/** On the slowest phone. A file that takes longer is not inspected. */
const INSPECTION_MS = 120_000;
/** Somebody waits for it, and sees how far it is: a hundred pages of a slow phone. */
const SHRINK_MS = 600_000;
/** The worker holds pdf.js in memory, so it ends after so long without a request. */
const IDLE_MS = 20_000;

type InspectionService = Pick<DocumentsService, 'inspect' | 'shrink' | 'unlock'>;
/** A worker that inspects files. */
export type Running = Omit<WorkerClient<DocumentsService>, 'service'> & { readonly service: InspectionService };

/** Calls a worker that inspects files. A call rejects if this browser or this file does not allow it. */
export interface Inspector {
  /** `onMore` gets what has been seen so far. */
  inspect(file: Blob, onMore: (inspection: Inspection) => void): Promise<Inspection>;
  /** `onPage` gets the number of finished pages. Rejects once `signal` is aborted, and stops. */
  shrink(file: Blob, onPage: (done: number, all: number) => void, signal: AbortSignal): Promise<SmallerScan>;
  /** A copy without the password; undefined if the password is wrong. */
  unlock(file: Blob, password: string): Promise<Blob | undefined>;
}

interface Call<Answer> {
  readonly call: (service: InspectionService) => Promise<Answer>;
  readonly limitMs: number;
  readonly signal?: AbortSignal;
}

/** Works on files one after the other, in a worker that lives while there is something to do. */
export function createInspector(start: () => Running = startDocumentsWorker): Inspector {
  let running: Running | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let idle: ReturnType<typeof setTimeout> | undefined;
  const end = () => {
    running?.end();
    running = undefined;
  };

  /** One that dies between two calls is not called again. */
  function begin() {
    const begun = start();
    begun.gone.catch(() => {
      if (running === begun) end();
    });
    return begun;
  }

  async function callNow<Answer>({ call, ...options }: Call<Answer>) {
    if (options.signal?.aborted) throw new Error('aborted');
    running ??= begin();
    try {
      return await running.ask(call(running.service), options);
    } catch (failure) {
      end();
      throw failure;
    }
  }

  function inTurn<Answer>(wanted: Call<Answer>): Promise<Answer> {
    clearTimeout(idle);
    waiting += 1;
    const calling = last.then(() => callNow(wanted));
    last = calling
      .catch(() => {})
      .then(() => {
        waiting -= 1;
        if (waiting === 0) idle = setTimeout(end, IDLE_MS);
      });
    return calling;
  }

  return {
    inspect: (file, onMore) =>
      inTurn({ call: (service) => service.inspect(file, proxy(onMore)), limitMs: INSPECTION_MS }),
    shrink: (file, onPage, signal) =>
      inTurn({ call: (service) => service.shrink(file, proxy(onPage)), limitMs: SHRINK_MS, signal }),
    unlock: (file, password) => inTurn({ call: (service) => service.unlock(file, password), limitMs: INSPECTION_MS }),
  };
}
