/** Starts a worker of its own for each caller: one that has died takes no other's work with it. */
export const startDocumentsWorker = (): Worker =>
  new Worker(new URL('./documents-worker.ts', import.meta.url), { type: 'module', name: 'documents' });
