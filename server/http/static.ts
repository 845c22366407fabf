import type { Stats } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { send } from '@koa/send';
import type { Context, Middleware } from 'koa';

export interface ContentHashes {
  /** Hashes of the inline scripts and styles of the built document, as CSP source expressions. */
  readonly scriptSrc: readonly string[];
  readonly styleSrc: readonly string[];
}

/** Below this folder names carry a hash of the content. */
const ASSETS = 'assets/';
const PRIVATE = new Set(['csp.json', 'version.json', '.vite/manifest.json']);

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

/** What was built into a directory: the files that browsers may ask for, by name; none where there is no directory. */
export async function listBuilt(dist: string): Promise<ReadonlySet<string>> {
  const entries = await readdir(dist, { recursive: true, withFileTypes: true }).catch(() => []);
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(dist, path.join(entry.parentPath, entry.name)));
  return new Set(names.filter((name) => !PRIVATE.has(name) && !/\.(?:br|gz)$/.test(name)));
}

/** Whether a path is one of the files that browsers keep for good. */
export const isAsset = (names: ReadonlySet<string>, path: string): boolean =>
  path.startsWith(`/${ASSETS}`) && names.has(path.slice(1));

/**
 * Serves the files below `dist` that have these names, precompressed where the browser takes it. The list is made once
 * (`listBuilt`): a request can name a file, but never a path. Names with a content hash are cached for good, everything
 * else is asked for again.
 */
export function serveBuilt(dist: string, names: ReadonlySet<string>): Middleware {
  return async (ctx, next) => {
    const name = ctx.path === '/' ? 'index.html' : ctx.path.slice(1);
    if (!names.has(name) || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next();
    ctx.vary('Accept-Encoding');
    ctx.set('Cache-Control', name.startsWith(ASSETS) ? 'public, max-age=31536000, immutable' : 'no-cache');
    await send(ctx, name, { root: dist, setHeaders: (_response, _path, stats) => setETag(ctx, stats) });
    if (ctx.fresh) ctx.status = 304;
  };
}

function setETag(ctx: Context, { size, mtimeMs }: Stats): void {
  ctx.etag = `W/"${size.toString(16)}-${Math.trunc(mtimeMs).toString(16)}"`;
}
