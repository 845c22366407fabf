/// <reference types="vite/client" />
import createQpdf from '@neslinesli93/qpdf-wasm';
import binary from '@neslinesli93/qpdf-wasm/dist/qpdf.wasm?url&no-inline';

/** qpdf cannot read one of the files, or the arguments are wrong. */
export class QpdfFailed extends Error {
  override readonly name = 'QpdfFailed';
}

const INPUTS = '/in';
const OUTPUT = '/out.pdf';
/** Exit codes of qpdf: done, and done with warnings about a file that it repaired. */
const DONE = [0, 3];

/**
 * Runs qpdf, in a worker only: the page's security policy forbids WebAssembly, and workers can read Blobs in parts.
 *
 * @param argumentsOf makes the arguments from the paths of the files; the path of the output is appended
 * @returns the PDF that qpdf wrote
 * @throws QpdfFailed, or the browser's error if qpdf cannot be loaded
 */
export async function runQpdf(
  files: readonly Blob[],
  argumentsOf: (paths: readonly string[]) => readonly string[],
): Promise<Blob> {
  const qpdf = await createQpdf({ locateFile: () => binary });
  qpdf.FS.mkdir(INPUTS);
  qpdf.FS.mount(qpdf.WORKERFS, { blobs: files.map((data, index) => ({ name: `${index}.pdf`, data })) }, INPUTS);
  const paths = files.map((_, index) => `${INPUTS}/${index}.pdf`);
  const code = qpdf.callMain([...argumentsOf(paths), OUTPUT]);
  if (!DONE.includes(code)) throw new QpdfFailed(`qpdf ended with ${code}`);
  return new Blob([new Uint8Array(qpdf.FS.readFile(OUTPUT))], { type: 'application/pdf' });
}
