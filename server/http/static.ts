import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { send } from '@koa/send';
import type { Middleware } from 'koa';

export interface ContentHashes {
  /** Hashes of the inline scripts and styles of the built document, as CSP source expressions. */
  readonly scriptSrc: readonly string[];
  readonly styleSrc: readonly string[];
}

const ASSETS = 'assets/';
const PRIVATE = new Set(['csp.json', 'version.json', '.vite/manifest.json']);

/** The hashes from the build; none without a build, so that the API still works. */
export async function readContentHashes(dist: string): Promise<ContentHashes> {
  const text = await readFile(path.join(dist, 'csp.json'), 'utf8').catch(() => undefined);
  return text === undefined ? { scriptSrc: [], styleSrc: [] } : (JSON.parse(text) as ContentHashes);
}

export async function readBuiltVersion(dist: string): Promise<{ readonly version?: string; readonly commit?: string }> {
  const text = await readFile(path.join(dist, 'version.json'), 'utf8').catch(() => '{}');
  return JSON.parse(text) as { version?: string; commit?: string };
}

export type BuiltFiles = ReadonlyMap<string, string>;

/** ETags are made of content: two releases may have files of the same size and time. Empty if nothing was built. */
export async function listBuilt(dist: string): Promise<BuiltFiles> {
  const entries = await readdir(dist, { recursive: true, withFileTypes: true }).catch(() => []);
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(dist, path.join(entry.parentPath, entry.name)))
    .filter((name) => !PRIVATE.has(name) && !/\.(?:br|gz)$/.test(name));
  // Weak, since the compressed forms of a file share it.
  const etagOf = async (name: string) => `W/"${hash('sha256', await readFile(path.join(dist, name)), 'base64url')}"`;
  return new Map(await Promise.all(names.map(async (name) => [name, await etagOf(name)] as const)));
}

/** Whether a path is one of the files that browsers keep for good. */
export const isAsset = (files: BuiltFiles, path: string): boolean =>
  path.startsWith(`/${ASSETS}`) && files.has(path.slice(1));

/** The list is fixed: a request names a file, never a path. Hashed names are cached for good, others revalidated. */
export function serveBuilt(dist: string, files: BuiltFiles): Middleware {
  return async (ctx, next) => {
    const name = ctx.path === '/' ? 'index.html' : ctx.path.slice(1);
    const etag = files.get(name);
    if (etag === undefined || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next();
    ctx.vary('Accept-Encoding');
    ctx.set('Cache-Control', name.startsWith(ASSETS) ? 'public, max-age=31536000, immutable' : 'no-cache');
    await send(ctx, name, { root: dist });
    ctx.etag = etag;
    // File times mean nothing: builds may set the same one for all files of all releases.
    ctx.remove('Last-Modified');
    if (ctx.fresh) ctx.status = 304;
  };
}
