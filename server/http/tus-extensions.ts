import type { Context } from 'koa';
import { AppError } from '../errors.ts';

/** The extensions of tus 1.0.0 that are offered (contract §4), as `OPTIONS` lists them. */
export const TUS_EXTENSIONS = ['creation', 'termination', 'expiration'];

/** Headers by which a client asks for an extension that is not offered. */
const UNOFFERED_HEADERS = ['Upload-Concat', 'Upload-Defer-Length', 'Upload-Checksum'];

/**
 * Refuses what belongs to an extension that is not offered, before anything is stored or read. A client that relied on
 * such an extension would otherwise get an upload that is not what it asked for: a part instead of the whole, bytes that
 * nobody compared with their checksum, or bytes in the creation that pass by the limits of a chunk. Throws
 * MALFORMED_REQUEST.
 */
export function refuseUnofferedExtensions(ctx: Context): void {
  const header = UNOFFERED_HEADERS.find((name) => ctx.req.headers[name.toLowerCase()] !== undefined);
  if (header !== undefined) throw unoffered(`${header} belongs to an extension that is not offered here.`);
  const brings =
    ctx.method === 'POST' && (Number(ctx.get('Content-Length')) > 0 || ctx.get('Transfer-Encoding') !== '');
  if (brings) throw unoffered('An upload is created without content, which follows by PATCH.');
}

const unoffered = (detail: string) => new AppError('MALFORMED_REQUEST', { detail });
