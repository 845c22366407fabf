import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TEXT = /\.(?:html|m?js|css|svg|json|webmanifest|txt|xml|wasm)$/;
const SMALLEST_WORTH_IT = 600; // bytes; below one network packet nothing is gained

/** Writes `x.br` and `x.gz` beside every text file in `directory`, so that the server never compresses a built file. */
export async function compressTextFiles(directory: string): Promise<void> {
  const entries = await readdir(directory, { recursive: true });
  await Promise.all(
    entries
      .filter((entry) => TEXT.test(entry))
      .map((entry) => path.join(directory, entry))
      .map(async (file) => {
        if ((await stat(file)).size >= SMALLEST_WORTH_IT) await compressFile(file);
      }),
  );
}

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, quality),
    promisify(gzip)(content, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}
