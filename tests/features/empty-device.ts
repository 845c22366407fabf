import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterAll, beforeAll, vi } from 'vitest';
import { toast } from '#components/toasts.tsx';
import { closeDatabase } from '#platform/database.ts';
import { noteTimers } from './left-timers.ts';
import './patient-waiting.ts';

let endTimers = () => {};

/** The files of this project share their modules, which takes a third of the time; each begins with an empty device. */
beforeAll(() => {
  endTimers = noteTimers();
  toast.remove();
  // Not waited for: a database that was being opened while a test held the timers is never open.
  closeDatabase().catch(() => undefined);
  globalThis.indexedDB = new IDBFactory();
  // Some files need no document, and have none.
  if (typeof document === 'undefined') return;
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
});

/** At its end and not where the next file begins, whose modules are loaded before its first hook, and keep what they find. */
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  endTimers();
});
