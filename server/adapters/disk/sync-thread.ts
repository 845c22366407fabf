import path from 'node:path';
import { parentPort } from 'node:worker_threads';
import type { Round, Synced } from './sync.ts';
import { syncPath } from './sync-path.ts';

/** Contents first, then the names, which the directory holds: once for all files of a round. Never throws. */
parentPort?.on('message', ({ directory, files }: Round) => {
  const synced = files.map((names) =>
    attempt(() => names.forEach((name) => void syncPath(path.join(directory, name)))),
  );
  const named = attempt(() => syncPath(directory));
  parentPort?.postMessage(synced.map((failure) => failure ?? named));
});

function attempt(work: () => void): Synced {
  try {
    work();
    return undefined;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return { message: error instanceof Error ? error.message : String(error), code };
  }
}
