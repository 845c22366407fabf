/// <reference types="vite/client" />
import type * as PdfJs from 'pdfjs-dist';
// By their addresses and as they are: every worker of ours runs the same two files, and the service worker keeps neither.
import drawing from 'pdfjs-dist/legacy/build/pdf.min.mjs?url&no-inline';
import reading from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url&no-inline';

let brought: Promise<typeof PdfJs> | undefined;

/** Brings pdf.js, once. @throws the browser's error when its scripts do not arrive, or are not understood */
export function bringPdfJs(): Promise<typeof PdfJs> {
  brought ??= load().catch((failure: unknown) => {
    brought = undefined;
    throw failure;
  });
  return brought;
}

async function load(): Promise<typeof PdfJs> {
  const library: typeof PdfJs = await import(/* @vite-ignore */ drawing);
  library.GlobalWorkerOptions.workerSrc = reading;
  return library;
}
