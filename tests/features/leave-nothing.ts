import { IDBFactory } from 'fake-indexeddb';
import { afterAll, vi } from 'vitest';

// The files of a worker share one process, which saves half of the processor time. What a file has replaced, started or
// stored must not reach the next one.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.resetModules();
  // Some files have no document.
  globalThis.document?.body.replaceChildren();
  globalThis.localStorage?.clear();
  globalThis.sessionStorage?.clear();
  globalThis.indexedDB = new IDBFactory();
});
