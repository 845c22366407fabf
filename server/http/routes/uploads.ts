import { setTimeout as sleep } from 'node:timers/promises';
import { MemoryLocker } from '@tus/server';
import type { Context } from 'koa';
import type { Endpoint } from '#contract/endpoint.ts';
import { UPLOADS_PATH } from '#contract/endpoints.ts';
import { AppError } from '../../errors.ts';
import type { UploadRecord } from '../../ports/upload-ledger.ts';
import type { UploadLocker } from '../../ports/upload-lock.ts';
import { Creations } from '../create-upload.ts';
import type { AppDeps } from '../deps.ts';
import { countRequest, isChunk, LEAST_CHUNK_BYTES } from '../middleware/rate-limit.ts';
import { Arriving, FrailUploads, receiveChunk } from '../receive-chunk.ts';
import { noteReceived } from '../received.ts';
import type { Route } from '../route.ts';
import { createTusServer, refuseUnofferedExtensions } from '../tus-server.ts';

const ALL = { path: UPLOADS_PATH, cache: 'no-store' } as const;
const ONE = { path: `${UPLOADS_PATH}/:id`, cache: 'no-store' } as const;
/** Addresses below the uploads that no upload has. */
const NONE = { path: `${UPLOADS_PATH}/{*rest}`, cache: 'no-store' } as const;

const create = { ...ALL, method: 'POST', cost: { account: 'upload', points: 2 } } as const satisfies Endpoint;

/**
 * Resumable uploads, tus 1.0.0 (R5.11). The tus server does the protocol, all but the way of the bytes
 * (docs/decisions/uploads-keep-every-byte.md). Whom an upload belongs to, how large it may be and what it must contain is
 * checked here, before a byte is written and again when the last one is.
 */
export function uploadRoutes(route: Route, deps: AppDeps): void {
  const locker = new MemoryLocker();
  const creations = new Creations(deps);
  const tus = createTusServer(deps, locker, creations);
  const frail = new FrailUploads();
  const receiving = { ...deps, locker };

  const mount = (endpoint: Endpoint, handle: (ctx: Context) => Promise<void>) =>
    route(endpoint, async ({ ctx }) => {
      ctx.set('Tus-Resumable', '1.0.0');
      frail.noteAndAnswer(ctx);
      await handle(ctx);
    });
  const answerByTus = async (ctx: Context) => {
    ctx.respond = false;
    await tus.handle(ctx.req, ctx.res);
  };

  mount(create, async (ctx) => {
    refuseUnofferedExtensions(ctx);
    await creations.create(ctx, () => tus.handle(ctx.req, ctx.res));
  });
  mount({ ...ONE, method: 'PATCH' }, (ctx) => countUnlessItBrings(deps, ctx, () => receive(receiving, ctx)));
  mount({ ...ONE, method: 'HEAD' }, async (ctx) => {
    refuseUnofferedExtensions(ctx);
    nameToTus(ctx, await findUpload(deps, ctx));
    await sleep(AFTERMATH_MS);
    await answerByTus(ctx);
  });
  mount({ ...ONE, method: 'DELETE' }, async (ctx) => {
    refuseUnofferedExtensions(ctx);
    const upload = await findUpload(deps, ctx);
    nameToTus(ctx, upload);
    await unregister(deps, upload);
    await answerByTus(ctx);
  });
  // Documents are taken here, and never given out.
  mount({ ...ONE, method: 'GET' }, async (ctx) => {
    await findUpload(deps, ctx);
    throw notFound();
  });
  for (const path of [ALL, NONE]) mount({ ...path, method: 'OPTIONS' }, answerByTus);
  for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
    mount({ ...NONE, method }, () => Promise.reject(notFound()));
  }
}

/** Bytes that were sent before a cut may still arrive after the question for the offset: it is answered after them. */
const AFTERMATH_MS = 20;

/** The upload that the address names by its path, exactly as it is written; throws NOT_FOUND for any other. */
async function findUpload({ uploads }: AppDeps, ctx: Context): Promise<UploadRecord> {
  const upload = await uploads.find(ctx.path.slice(UPLOADS_PATH.length + 1));
  if (upload === undefined) throw notFound();
  return upload;
}

const notFound = () => new AppError('NOT_FOUND', { detail: 'There is no such upload.' });

/**
 * The tus server derives the id from the last part of the whole address, whatever stands before a query or in it: it
 * gets an address that has nothing but the upload that was looked up.
 */
function nameToTus(ctx: Context, { id }: UploadRecord): void {
  ctx.url = `${UPLOADS_PATH}/${id}`;
}

/**
 * A chunk is not counted as a request unless it brings less than it announced, and next to nothing, such as one for an
 * upload that is not there, or one that breaks off after a byte, again and again.
 */
export async function countUnlessItBrings(
  deps: Pick<AppDeps, 'rateLimiter'>,
  ctx: Context,
  receive: () => Promise<number>,
): Promise<void> {
  let brought = 0;
  try {
    brought = await receive();
  } finally {
    if (brought < LEAST_CHUNK_BYTES && isChunk(ctx)) await countRequest(deps.rateLimiter, ctx);
  }
}

/**
 * One PATCH: refused before its body is read where it can be, and answered with what is there now. Returns how many
 * bytes it brought.
 */
async function receive(deps: AppDeps & { readonly locker: UploadLocker }, ctx: Context): Promise<number> {
  const body = new Arriving(ctx.req);
  try {
    refuseUnofferedExtensions(ctx);
    checkChunkHeaders(ctx);
    const record = await findUpload(deps, ctx);
    const { upload, offset, content } = await receiveChunk(deps, ctx, record, body);
    if (offset === record.size) await deps.examine(record, upload.metadata?.sha256?.toLowerCase(), content);
    ctx.status = 204;
    ctx.set('Upload-Offset', String(offset));
    return offset - Number(ctx.get('Upload-Offset'));
  } finally {
    body.stop();
    noteReceived(ctx, body.received);
    body.destroy();
  }
}

/** Throws MALFORMED_REQUEST or UNSUPPORTED_MEDIA_TYPE before the body is read. */
function checkChunkHeaders(ctx: Context): void {
  if (ctx.get('Tus-Resumable') !== '1.0.0') throw malformed('Tus-Resumable must be 1.0.0.');
  if (ctx.get('Content-Type') !== 'application/offset+octet-stream') throw new AppError('UNSUPPORTED_MEDIA_TYPE');
  if (/^\d{1,15}$/.test(ctx.get('Upload-Offset'))) return;
  throw malformed('Upload-Offset must say where the bytes belong.');
}

const malformed = (detail: string) => new AppError('MALFORMED_REQUEST', { detail });

/**
 * Only what no application has claimed may go: the ledger decides that in the same statement that removes the row.
 * Throws ALREADY_SUBMITTED or SUBMISSION_IN_PROGRESS for the rest.
 */
async function unregister({ uploads, ledger }: AppDeps, { id, draftId }: UploadRecord): Promise<void> {
  // The row before the bytes: bytes without a row are swept, an upload without its bytes would be offered.
  if (await uploads.take(id)) return;
  if ((await uploads.find(id)) === undefined) throw notFound();
  const isDone = (await ledger.find(draftId))?.status === 'processed';
  throw isDone
    ? new AppError('ALREADY_SUBMITTED', { detail: 'This document belongs to an application that was submitted.' })
    : new AppError('SUBMISSION_IN_PROGRESS', { detail: 'This document belongs to an application under way.' });
}
