import { type Lock, type Locker, Server } from '@tus/server';
import type { Context } from 'koa';
import { UPLOADS_PATH } from '#contract/endpoints.ts';
import { TOTAL_DOCUMENT_BYTES } from '#domain/student/documents.ts';
import { AppError } from '../errors.ts';
import type { Creations } from './create-upload.ts';
import type { AppDeps } from './deps.ts';

/** The extensions of tus 1.0.0 that are offered (R5.11), as `OPTIONS` lists them. */
const TUS_EXTENSIONS = ['creation', 'termination', 'expiration'];

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
  const bringsContent =
    ctx.method === 'POST' && (Number(ctx.get('Content-Length')) > 0 || ctx.get('Transfer-Encoding') !== '');
  if (bringsContent) throw unoffered('An upload is created without content, which follows by PATCH.');
}

const unoffered = (detail: string) => new AppError('MALFORMED_REQUEST', { detail });

const NO_LOCK: Lock = { lock: async () => undefined, unlock: async () => undefined };

/** The protocol (tus 1.0.0) for all but the chunks, which `receive-chunk.ts` takes. */
export function createTusServer(deps: AppDeps, locker: Locker, creations: Creations): Server {
  deps.tusStore.extensions = TUS_EXTENSIONS;
  return new Server({
    path: UPLOADS_PATH,
    datastore: deps.tusStore,
    // Nobody can ask for what is being made: its address is in the answer.
    locker: { newLock: (id) => (creations.isMaking(id) ? NO_LOCK : locker.newLock(id)) },
    relativeLocation: true,
    allowedOrigins: [],
    maxSize: TOTAL_DOCUMENT_BYTES,
    namingFunction: (request) => creations.idOf(request),
    onResponseError: (request, error) => {
      if (!(error instanceof AppError) || error.status !== 503) return answerToFault(deps, error);
      // The answer to an error has no place for headers.
      const response = request.runtime?.node?.res;
      for (const [name, value] of Object.entries(error.facts.headers ?? {})) response?.setHeader(name, value);
      response?.setHeader('Content-Type', 'application/problem+json');
      return problemAnswer(error);
    },
  });
}

function problemAnswer(error: AppError) {
  const headers = { 'Content-Type': 'application/problem+json' };
  return { status_code: error.status, headers, body: JSON.stringify(error.toProblem()) };
}

/** The protocol's refusals keep their words; an unexpected error is logged, and the answer says nothing of it. */
function answerToFault({ log }: AppDeps, error: Error | { status_code: number; body: string }) {
  if ('status_code' in error && error.status_code < 500) return undefined;
  log.error({ err: error }, 'an upload failed');
  return { status_code: 500, body: 'Something went wrong on our side\n' };
}
