import { expose, type ProxyMarked } from 'comlink';
import type { Look } from './look.ts';
import { lookAt } from './look-at.ts';

const service = {
  lookAt: (file: Blob, onMore: ((look: Look) => void) & ProxyMarked) => lookAt(file, onMore),
  /** Its library is brought when somebody wants a smaller scan. */
  shrink: async (file: Blob, onPage: ((done: number, all: number) => void) & ProxyMarked) =>
    (await import('./shrink-scan.ts')).shrinkScan(file, onPage),
  /** qpdf is loaded when somebody unlocks a document. */
  unlock: async (file: Blob, password: string) => (await import('../pdf/unlock-pdf.ts')).unlockPdf(file, password),
};
export type LookService = typeof service;

expose(service);
