import load from 'tesseract.js-core/tesseract-core-simd-lstm.js';
import type { Plane } from '#features/documents/inspection/pixels.ts';

/** Reads the glyphs of a cut line. */
export type ReadLine = (line: Plane) => string;

/** Tesseract's WebAssembly, and its model of the font of passports. */
export interface ReaderParts {
  readonly program: ArrayBuffer;
  readonly model: ArrayBuffer;
}

const NEURAL = 1;
const ONE_LINE = '7';
const PICTURE = '/input';

/** @throws Error if this browser cannot run Tesseract */
export async function createLineReader({ program, model }: ReaderParts): Promise<ReadLine> {
  const tesseract = await load({ wasmBinary: program });
  tesseract.FS.writeFile('/mrz.traineddata', new Uint8Array(model));
  const api = new tesseract.TessBaseAPI();
  if (api.Init('/', 'mrz', NEURAL) !== 0) throw new Error('the model cannot be read');
  api.SetVariable('tessedit_pageseg_mode', ONE_LINE);
  return (line) => {
    tesseract.FS.writeFile(PICTURE, greyFile(line));
    api.SetImageFile(1, 0);
    api.Recognize(null);
    return api.GetUTF8Text().replaceAll(/\s/g, '');
  };
}

/** A PGM file, the simplest format that Tesseract reads. */
function greyFile({ light, width, height }: Plane): Uint8Array {
  const head = new TextEncoder().encode(`P5 ${width} ${height} 255\n`);
  const file = new Uint8Array(head.length + light.length);
  file.set(head);
  file.set(Uint8ClampedArray.from(light), head.length);
  return file;
}
