import { createWorkerClient } from '#platform/worker-client.ts';
import type { DocumentsService } from './documents-worker.ts';

/** Starts another worker for each caller: if it dies, other callers keep theirs. */
export const startDocumentsWorker = () =>
  createWorkerClient<DocumentsService>(
    new Worker(new URL('./documents-worker.ts', import.meta.url), { type: 'module', name: 'documents' }),
  );
