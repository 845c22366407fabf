/// <reference types="vite/client" />
import { expose } from 'comlink';
import programAddress from 'tesseract.js-core/tesseract-core-simd-lstm.wasm?url&no-inline';
import modelAddress from './mrz.traineddata?url&no-inline';
import { createLineReader, type ReadLine } from './read-lines.ts';
import { readPassport } from './read-passport.ts';

async function bytesAt(address: string): Promise<ArrayBuffer> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.arrayBuffer();
}

let reader: Promise<ReadLine> | undefined;
/** Loads the reader when the first picture needs it. */
function loadReader(): Promise<ReadLine> {
  reader ??= Promise.all([bytesAt(programAddress), bytesAt(modelAddress)]).then(([program, model]) =>
    createLineReader({ program, model }),
  );
  return reader;
}

const service = {
  read: (file: Blob, today: string) => readPassport(file, loadReader, today),
};
export type PassportService = typeof service;

expose(service);
