import { setTimeout as sleep } from 'node:timers/promises';
import { type Locker, MemoryLocker, Server, type Upload } from '@tus/server';
import type { Context, Middleware } from 'koa';
import { UPLOADS_PATH } from '#contract/endpoints.ts';
import { TOTAL_DOCUMENT_BYTES } from '#domain/student/documents.ts';
import { AppError } from '../../errors.ts';
import type { UploadRecord } from '../../ports/upload-ledger.ts';
import { examineUpload } from '../../submission/examine.ts';
import { createExamination, type Examine } from '../../submission/examine-once.ts';
import { Creations } from '../creations.ts';
import type { AppDeps } from '../deps.ts';
import { FrailUploads } from '../frail-uploads.ts';
import { count, isChunk, LEAST_CHUNK_BYTES } from '../middleware/rate-limit.ts';
import { Arriving, receiveChunk } from '../receive-chunk.ts';
import { refuseUnofferedExtensions, TUS_EXTENSIONS } from '../tus-extensions.ts';

/**
 * Resumable uploads, tus 1.0.0 (contract §4). The tus server does the protocol, all but the way of the bytes
 * (docs/decisions/uploads-keep-every-byte.md); what belongs to whom, how large it may be and what it must contain is
 * judged here, before a byte is written and again when the last one is.
 */
export function uploads(deps: AppDeps): Middleware {
  const locker = deps.uploadLocks ?? new MemoryLocker();
  const creations = new Creations(deps);
  const tus = createTusServer(deps, locker, creations);
  const frail = new FrailUploads();
  const examine = createExamination(deps);
  return async (ctx, next) => {
    if (ctx.path !== UPLOADS_PATH && !ctx.path.startsWith(`${UPLOADS_PATH}/`)) return next();
    ctx.set('Cache-Control', 'no-store');
    ctx.set('Tus-Resumable', '1.0.0');
    frail.noteAndAnswer(ctx);
    if (ctx.method === 'PATCH') {
      await countUnlessItBrings(deps, ctx, () => receive({ ...deps, locker, examine }, ctx));
    } else if (ctx.method === 'POST' && ctx.path === UPLOADS_PATH) {
      refuseUnofferedExtensions(ctx);
      await creations.create(ctx, () => tus.handle(ctx.req, ctx.res));
    } else {
      await judge(deps, ctx);
      if (ctx.method === 'HEAD') await sleep(AFTERMATH_MS);
      ctx.respond = false;
      await tus.handle(ctx.req, ctx.res);
    }
  };
}

/** Who asks for the offset after a cut is answered after the bytes that left before it: they may be still at the door. */
const AFTERMATH_MS = 20;

/** Throws AppError for everything that is not to reach the tus server. */
async function judge(deps: AppDeps, ctx: Context): Promise<void> {
  refuseUnofferedExtensions(ctx);
  if (ctx.method === 'OPTIONS') return;
  if (!OF_AN_UPLOAD.has(ctx.method)) throw new AppError('METHOD_NOT_ALLOWED');
  const upload = await known(deps, ctx);
  if (ctx.method === 'GET') throw notFound();
  // The tus server derives the id from the last part of the whole address, whatever stands before a query or in it: it
  // gets an address that has nothing but the upload that was looked up here.
  ctx.url = `${UPLOADS_PATH}/${upload.id}`;
  if (ctx.method === 'DELETE') return judgeTermination(deps, upload);
}

const OF_AN_UPLOAD = new Set(['HEAD', 'GET', 'DELETE']);

/** The upload that the address names by its path, exactly as it is written; throws NOT_FOUND for any other. */
async function known({ uploads }: AppDeps, ctx: Context): Promise<UploadRecord> {
  const upload = await uploads.find(ctx.path.slice(UPLOADS_PATH.length + 1));
  if (upload === undefined) throw notFound();
  return upload;
}

const notFound = () => new AppError('NOT_FOUND', { detail: 'There is no such upload.' });

/**
 * A chunk is not counted as a request unless it brings less than it announced, and next to nothing, such as one for an
 * upload that is not there, or one that breaks off after a byte, again and again.
 */
async function countUnlessItBrings(deps: AppDeps, ctx: Context, receive: () => Promise<number>): Promise<void> {
  let brought = 0;
  try {
    brought = await receive();
  } finally {
    if (brought < LEAST_CHUNK_BYTES && isChunk(ctx)) await count(deps.rateLimiter, ctx);
  }
}

/**
 * One PATCH: refused before its body is read where it can be, and answered with what is there now. How many bytes it
 * brought.
 */
async function receive(
  deps: AppDeps & { readonly locker: Locker; readonly examine: Examine },
  ctx: Context,
): Promise<number> {
  const body = new Arriving(ctx.req);
  try {
    refuseUnofferedExtensions(ctx);
    judgeHeaders(ctx);
    const record = await known(deps, ctx);
    const { upload, offset, content } = await receiveChunk(deps, ctx, record.id, body);
    if (offset === record.size) await deps.examine(record, upload.metadata?.sha256?.toLowerCase(), content);
    ctx.status = 204;
    ctx.set('Upload-Offset', String(offset));
    return offset - Number(ctx.get('Upload-Offset'));
  } finally {
    body.stop();
    body.destroy();
  }
}

/** What the headers tell is refused before the body is read. */
function judgeHeaders(ctx: Context): void {
  if (ctx.get('Tus-Resumable') !== '1.0.0') throw malformed('Tus-Resumable must be 1.0.0.');
  if (ctx.get('Content-Type') !== 'application/offset+octet-stream') throw new AppError('UNSUPPORTED_MEDIA_TYPE');
  if (/^\d{1,15}$/.test(ctx.get('Upload-Offset'))) return;
  throw malformed('Upload-Offset must say where the bytes belong.');
}

const malformed = (detail: string) => new AppError('MALFORMED_REQUEST', { detail });

/** Only what no application has claimed may go: the ledger decides that in the same statement that strikes it off. */
async function judgeTermination({ uploads, ledger }: AppDeps, { id, draftId }: UploadRecord): Promise<void> {
  // Struck off first: bytes that nobody knows are swept, a known upload without its bytes would be offered.
  if (await uploads.take(id)) return;
  if ((await uploads.find(id)) === undefined) throw notFound();
  const isDone = (await ledger.find(draftId))?.status === 'processed';
  throw isDone
    ? new AppError('ALREADY_SUBMITTED', { detail: 'This document belongs to an application that was submitted.' })
    : new AppError('SUBMISSION_IN_PROGRESS', { detail: 'This document belongs to an application under way.' });
}

function createTusServer(deps: AppDeps, locker: Locker, creations: Creations): Server {
  deps.tusStore.extensions = TUS_EXTENSIONS;
  return new Server({
    path: UPLOADS_PATH,
    datastore: deps.tusStore,
    locker,
    relativeLocation: true,
    allowedOrigins: [],
    maxSize: TOTAL_DOCUMENT_BYTES,
    namingFunction: (request) => creations.idOf(request),
    onUploadFinish: (_request, upload) => finish(deps, upload),
    onResponseError: (request, error) => {
      const isUnavailable = error instanceof AppError && error.status === 503;
      if (isUnavailable) setAll((name, value) => void request.runtime?.node?.res?.setHeader(name, value), error);
      return isUnavailable ? problemAnswer(error) : withoutOurWords(deps, error);
    },
  });
}

/** Answers the last chunk: as tus has it, or with the problem that the content has. */
async function finish(deps: AppDeps, upload: Upload) {
  const record = await deps.uploads.find(upload.id);
  if (record === undefined) return problemAnswer(new AppError('NOT_FOUND'));
  try {
    await examineUpload(deps, record, upload.metadata?.sha256?.toLowerCase());
    return {};
  } catch (error) {
    if (error instanceof AppError) return problemAnswer(error);
    throw error;
  }
}

function problemAnswer(error: AppError) {
  const headers = { 'Content-Type': 'application/problem+json' };
  return { status_code: error.status, headers, body: JSON.stringify(error.toProblem()) };
}

/** What tus has no place for in the answer to an error. */
function setAll(set: (name: string, value: string) => void, { facts }: AppError): void {
  for (const [name, value] of Object.entries(facts.headers ?? {})) set(name, value);
  set('Content-Type', 'application/problem+json');
}

/** The protocol's refusals keep their words; an unexpected error is logged and says nothing of itself. */
function withoutOurWords({ log }: AppDeps, error: Error | { status_code: number; body: string }) {
  if ('status_code' in error && error.status_code < 500) return undefined;
  log.error({ err: error }, 'an upload failed');
  return { status_code: 500, body: 'Something went wrong on our side\n' };
}
