import load from 'tesseract.js-core/tesseract-core-simd-lstm.js';
import type { Plane } from '#features/documents/look/pixels.ts';

/** Reads the glyphs of a line that was cut out. */
export type ReadLine = (line: Plane) => string;

/** What it is made of: the program, and what it knows of the glyphs of passports. */
export interface ReaderParts {
  readonly program: ArrayBuffer;
  readonly model: ArrayBuffer;
}

const NEURAL = 1;
const ONE_LINE = '7';
const PICTURE = '/input';

/** Tesseract with the glyphs of machine-readable zones. @throws Error where this browser cannot run it */
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

/** A picture in the simplest format that it reads (PGM). */
function greyFile({ light, width, height }: Plane): Uint8Array {
  const head = new TextEncoder().encode(`P5 ${width} ${height} 255\n`);
  const file = new Uint8Array(head.length + light.length);
  file.set(head);
  file.set(Uint8ClampedArray.from(light), head.length);
  return file;
}
