import { todayOf } from '#domain/form/calendar.ts';
import { createWorkerClient } from '#platform/worker-client.ts';
import type { PassportService } from './passport-worker.ts';
import type { ReadPassport } from './read-passport.ts';

/** On the slowest phone, with the reader still to be loaded. */
const LIMIT_MS = 120_000;

/** Reads passports in a worker. */
export interface PassportReader {
  /**
   * What the zone of a PDF says; undefined where it cannot be read.
   *
   * @throws Error where the scripts do not arrive, or this browser cannot run them
   */
  read(file: Blob): Promise<ReadPassport | undefined>;
  /** Ends the worker, which holds some hundred megabytes. */
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
