import { Worker } from 'node:worker_threads';
import { WriteFailed } from './writer.ts';

/** What the thread receives: names of files that belong together, of one directory. */
export interface Round {
  readonly directory: string;
  readonly files: readonly (readonly string[])[];
}

/** What became of each: undefined when it is on the disk. */
export type Synced = { readonly message: string; readonly code: string } | undefined;

export interface DiskSync {
  /**
   * Forces files onto the disk, contents and names, so that a power cut leaves them. A name that does not exist is left
   * out. Rejects with WriteFailed; then the bytes may be lost although they can still be read.
   */
  sync(names: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

interface QueuedSync {
  readonly names: readonly string[];
  resolve(): void;
  reject(error: Error): void;
}

/** It holds a few names and nothing else. */
const LIMITS = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 16 };

/**
 * Syncs in a thread of its own, which begins with the first one: the thread that writes goes on with other uploads
 * meanwhile, and none of Node's pool is held by a disk that hangs. What is asked for during one round goes into the next,
 * which waits for the directory once. A thread that dies ends the process, as the one that writes does.
 */
export function startDiskSync(directory: string): DiskSync {
  let thread: Worker | undefined;
  let waiting: QueuedSync[] = [];
  let underWay: readonly QueuedSync[] = [];
  const next = () => {
    underWay = waiting;
    waiting = [];
    if (underWay.length === 0) return;
    const files = underWay.map(({ names }) => names);
    thread ??= startThread(onSynced);
    thread.postMessage({ directory, files } satisfies Round);
  };
  const onSynced = (synced: readonly Synced[]) => {
    const answered = underWay;
    next();
    for (const [i, { resolve, reject }] of answered.entries()) {
      const failure = synced[i];
      if (failure === undefined) resolve();
      else reject(new WriteFailed(failure.message, failure.code));
    }
  };
  return {
    sync: (names) =>
      new Promise((resolve, reject) => {
        waiting.push({ names, resolve, reject });
        if (underWay.length === 0) next();
      }),
    close: async () => void (await thread?.terminate()),
  };
}

function startThread(onSynced: (synced: readonly Synced[]) => void): Worker {
  const thread = new Worker(new URL('./sync-thread.ts', import.meta.url), { resourceLimits: LIMITS });
  // Whoever waits has a request open; the thread alone is no reason to live.
  thread.unref();
  thread.on('message', onSynced);
  return thread;
}
