import { wrap } from 'comlink';
import { todayOf } from '#domain/form/calendar.ts';
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
  const worker = new Worker(new URL('./passport-worker.ts', import.meta.url), { type: 'module', name: 'passport' });
  const gone = new Promise<never>((_resolve, reject) => {
    worker.addEventListener('error', ({ message }) => reject(new Error(message)), { once: true });
  });
  gone.catch(() => {});
  const service = wrap<PassportService>(worker);
  return {
    async read(file) {
      let limit: ReturnType<typeof setTimeout> | undefined;
      const over = new Promise<never>((_resolve, reject) => {
        limit = setTimeout(() => reject(new Error('no answer')), LIMIT_MS);
      });
      try {
        return await Promise.race([service.read(file, todayOf(new Date()).latest), gone, over]);
      } finally {
        clearTimeout(limit);
      }
    },
    close: () => worker.terminate(),
  };
}
