import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import { releaseFolder } from './release.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** What a server needs to run and to serve its page, besides npm packages. */
const DIRECTORIES = ['server', 'src/domain', 'src/contract', 'dist'];
const FILES = ['package.json'];
const ARCHIVE = 'checkout.json.br';

/** The bytes of each file by its path, one character per byte. */
type Archive = Readonly<Record<string, string>>;

/**
 * Stores what a built checkout runs in one file of a release's folder, without the compressed copies of the build. The
 * server compresses nothing itself and serves the files unchanged.
 */
export async function keepCheckout(checkout: string, release: string): Promise<void> {
  const found = await Promise.all(DIRECTORIES.map((directory) => filesBelow(checkout, directory)));
  const names = [...FILES, ...found.flat()].filter((name) => !/\.(?:br|gz)$/.test(name)).sort();
  const texts = await Promise.all(
    names.map(async (name) => [name, await readFile(path.join(checkout, name), 'latin1')]),
  );
  const params = { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS };
  const packed = await promisify(brotliCompress)(JSON.stringify(Object.fromEntries(texts)), { params });
  await writeFile(path.join(releaseFolder(release), ARCHIVE), packed, { flag: 'wx' });
}

async function filesBelow(checkout: string, directory: string): Promise<readonly string[]> {
  const entries = await readdir(path.join(checkout, directory), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map((entry) => path.relative(checkout, path.join(entry.parentPath, entry.name)));
}

export interface Checkout extends AsyncDisposable {
  /** For `startProduct`. */
  readonly root: string;
}

/**
 * Unpacks a stored release into a separate directory, with the libraries that are installed today. Those that only a
 * stored release needs (kysely) are development dependencies.
 */
export async function unpackCheckout(release: string): Promise<Checkout> {
  const packed = await readFile(path.join(releaseFolder(release), ARCHIVE));
  const archive: Archive = JSON.parse((await promisify(brotliDecompress)(packed)).toString('utf8'));
  const root = await mkdtemp(path.join(tmpdir(), 'release-'));
  for (const [name, text] of Object.entries(archive)) {
    const file = path.join(root, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text, 'latin1');
  }
  await symlink(path.join(ROOT, 'node_modules'), path.join(root, 'node_modules'));
  return { root, [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }) };
}
