import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Middleware } from 'koa';

export interface ContentHashes {
  /** Hashes of the inline scripts and styles of the built document, as CSP source expressions. */
  readonly scriptSrc: readonly string[];
  readonly styleSrc: readonly string[];
}

interface BuiltFile {
  readonly path: string;
  readonly size: number;
  readonly etag: string;
  /** Encodings that lie beside the file, best first. */
  readonly encodings: ReadonlyMap<string, { path: string; size: number }>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
};
/** Below this folder names carry a hash of the content. */
const ASSETS = 'assets/';
const PRIVATE = new Set(['csp.json', 'version.json', '.vite/manifest.json']);
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** The hashes that the build wrote; none where nothing was built, so that the interface still works. */
export async function readContentHashes(dist: string): Promise<ContentHashes> {
  const text = await readFile(path.join(dist, 'csp.json'), 'utf8').catch(() => undefined);
  return text === undefined ? { scriptSrc: [], styleSrc: [] } : (JSON.parse(text) as ContentHashes);
}

/** The release and commit that the build wrote; empty where nothing was built. */
export async function readBuiltVersion(dist: string): Promise<{ readonly version?: string; readonly commit?: string }> {
  const text = await readFile(path.join(dist, 'version.json'), 'utf8').catch(() => '{}');
  return JSON.parse(text) as { version?: string; commit?: string };
}

/** The files of a build, by name. */
export type BuiltFiles = ReadonlyMap<string, BuiltFile>;

/** Whether a path is one of the files that browsers keep for good. */
export const isAsset = (files: BuiltFiles, path: string): boolean =>
  path.startsWith(`/${ASSETS}`) && files.has(path.slice(1));

/**
 * Serves the files below `dist` that existed when it was called, precompressed where the browser takes it.
 * The list is made once: a request can name a file, but never a path. Names with a content hash are cached for good,
 * everything else is asked for again.
 */
export async function serveBuilt(dist: string | BuiltFiles): Promise<Middleware> {
  const files = typeof dist === 'string' ? await listBuilt(dist) : dist;
  return async (ctx, next) => {
    const name = ctx.path === '/' ? 'index.html' : ctx.path.slice(1);
    const file = files.get(name);
    if (file === undefined || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next();
    ctx.vary('Accept-Encoding');
    ctx.type = TYPES[path.extname(name)] ?? 'application/octet-stream';
    ctx.etag = file.etag;
    ctx.set('Cache-Control', name.startsWith(ASSETS) ? 'public, max-age=31536000, immutable' : 'no-cache');
    ctx.status = 200;
    if (ctx.fresh) {
      ctx.status = 304;
      return;
    }
    // Ours is the better order: browsers name gzip first, though Brotli is smaller.
    const encoding = [...file.encodings.keys()].find((one) => ctx.acceptsEncodings(one) === one);
    const variant = (encoding && file.encodings.get(encoding)) || file;
    if (variant !== file && encoding) ctx.set('Content-Encoding', encoding);
    ctx.length = variant.size;
    if (ctx.method === 'GET') ctx.body = createReadStream(variant.path);
  };
}

/** What was built into a directory; nothing where there is none. */
export async function listBuilt(dist: string): Promise<BuiltFiles> {
  const names = await readdir(dist, { recursive: true }).catch(() => []);
  const known = new Set(names);
  const files = new Map<string, BuiltFile>();
  for (const name of names) {
    if (PRIVATE.has(name) || /\.(?:br|gz)$/.test(name)) continue;
    const file = path.join(dist, name);
    const { size, mtimeMs, isFile } = await stat(file).then((s) => ({
      size: s.size,
      mtimeMs: s.mtimeMs,
      isFile: s.isFile(),
    }));
    if (!isFile) continue;
    const encodings = new Map<string, { path: string; size: number }>();
    for (const [encoding, suffix] of ENCODINGS) {
      if (!known.has(name + suffix)) continue;
      encodings.set(encoding, { path: file + suffix, size: (await stat(file + suffix)).size });
    }
    files.set(name, {
      path: file,
      size,
      etag: `W/"${size.toString(16)}-${Math.trunc(mtimeMs).toString(16)}"`,
      encodings,
    });
  }
  return files;
}
