import { expose, type ProxyMarked, transfer } from 'comlink';
import type { Inspection } from './inspection/inspection.ts';
import { canDrawInWorker } from './scan/engine/canvases.ts';
import type { ReadPage, ScanEngine } from './scan/scan-engine.ts';
import type { ScanPage } from './scan/scan-page.ts';

/** Bytes are transferred, not copied. */
const transferred = (page: ReadPage): ReadPage => transfer(page, [page.bytes]);

/** One script for scans and inspections: what both load is built once. Each method loads its part on its first call. */
const service = {
  canDraw: canDrawInWorker,
  async readPhoto(file: Blob, isWhole: boolean) {
    const { PHOTO_TOOLS, readPhoto } = await import('./scan/engine/read-photo.ts');
    return transferred(await readPhoto(PHOTO_TOOLS, file, isWhole));
  },
  async readPdf(file: Blob, onPage: Parameters<ScanEngine['readPdf']>[1] & ProxyMarked, first?: number) {
    const { readPdf } = await import('./scan/engine/read-pdf.ts');
    return readPdf(file, (page) => onPage(transferred(page)), first);
  },
  async preview(page: ScanPage, bytes: ArrayBuffer, longest: number) {
    const { preview } = await import('./scan/engine/draw-page.ts');
    return preview(page, bytes, longest);
  },
  async makePdf(
    pages: readonly ScanPage[],
    bytesOf: Parameters<ScanEngine['makePdf']>[1] & ProxyMarked,
    onProgress: Parameters<ScanEngine['makePdf']>[2] & ProxyMarked,
  ) {
    const { makePdf } = await import('./scan/engine/make-pdf.ts');
    return makePdf(pages, bytesOf, onProgress);
  },
  async combine(files: readonly Blob[]) {
    const { combineFiles } = await import('./scan/engine/combine-pages.ts');
    return combineFiles(files);
  },
  inspect: async (file: Blob, onMore: ((look: Inspection) => void) & ProxyMarked) =>
    (await import('./inspection/inspect-pdf.ts')).inspectPdf(file, onMore),
  shrink: async (file: Blob, onPage: ((done: number, all: number) => void) & ProxyMarked) =>
    (await import('./inspection/shrink-scan.ts')).shrinkScan(file, onPage),
  unlock: async (file: Blob, password: string) => (await import('./pdf/unlock-pdf.ts')).unlockPdf(file, password),
};
export type DocumentsService = typeof service;

expose(service);
