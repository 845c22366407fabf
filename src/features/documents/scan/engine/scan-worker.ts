import { expose, type ProxyMarked, transfer } from 'comlink';
import type { ReadPage, ScanEngine } from '../scan-engine.ts';
import { createLocalEngine } from './local-engine.ts';
import { canDrawInWorker, workerCanvases } from './worker-canvases.ts';

const engine = createLocalEngine(workerCanvases);

/** Bytes are handed over, not copied. */
const handedOver = (page: ReadPage): ReadPage => transfer(page, [page.bytes]);

const service = {
  canDraw: canDrawInWorker,
  readPhoto: async (file: Blob) => handedOver(await engine.readPhoto(file)),
  readPdf: (file: Blob, onPage: Parameters<ScanEngine['readPdf']>[1] & ProxyMarked, first?: number) =>
    engine.readPdf(file, (page) => onPage(handedOver(page)), first),
  preview: engine.preview,
  makePdf: (
    pages: Parameters<ScanEngine['makePdf']>[0],
    bytesOf: Parameters<ScanEngine['makePdf']>[1] & ProxyMarked,
    onProgress: Parameters<ScanEngine['makePdf']>[2] & ProxyMarked,
  ) => engine.makePdf(pages, bytesOf, onProgress),
};
export type ScanService = typeof service;

expose(service);
