import { todayOf } from '#domain/form/calendar.ts';
import { createWorkerClient } from '#platform/worker-client.ts';
import type { PassportService } from './passport-worker.ts';
import type { ReadPassport } from './read-passport.ts';

/** Enough for a slow phone that must first load the reader. */
const LIMIT_MS = 120_000;

/** Reads passports in a worker. */
export interface PassportReader {
  /**
   * The zone of a PDF; undefined if it cannot be read.
   *
   * @throws Error if the scripts cannot be loaded or this browser cannot run them
   */
  read(file: Blob): Promise<ReadPassport | undefined>;
  /** Stops the worker, which uses some hundred megabytes. */
  close(): void;
}

export function openPassportReader(): PassportReader {
  const { service, ask, end } = createWorkerClient<PassportService>(
    new Worker(new URL('./passport-worker.ts', import.meta.url), { type: 'module', name: 'passport' }),
  );
  return {
    read: (file) => ask(service.read(file, todayOf(new Date()).latest), { limitMs: LIMIT_MS }),
    close: end,
  };
}
