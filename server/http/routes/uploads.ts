import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from 'koa';
import type { Endpoint } from '#contract/endpoint.ts';
import { UPLOADS_PATH } from '#contract/endpoints.ts';
import { TOTAL_DOCUMENT_BYTES } from '#domain/student/documents.ts';
import { AppError } from '../../errors.ts';
import type { UploadRecord } from '../../ports/upload-ledger.ts';
import { UPLOAD_LIFE_MS } from '../../submission/slots.ts';
import { metadataOf, readCreation } from '../create-upload.ts';
import type { AppDeps } from '../deps.ts';
import { clientOf } from '../middleware/rate-limit.ts';
import { Receiver } from '../receive-upload.ts';
import type { Route } from '../route.ts';
import { InterruptedUploads, withBody } from '../upload-body.ts';

const ALL = { path: UPLOADS_PATH, cache: 'no-store' } as const;
const ONE = { path: `${UPLOADS_PATH}/:id`, cache: 'no-store' } as const;
/** Paths below the uploads that are no uploads. */
const NONE = { path: `${UPLOADS_PATH}/{*rest}`, cache: 'no-store' } as const;

const create = { ...ALL, method: 'POST', cost: { account: 'upload', points: 2 } } as const satisfies Endpoint;

const EXTENSIONS = 'creation,termination,expiration';
const UNOFFERED_HEADERS = ['Upload-Concat', 'Upload-Defer-Length', 'Upload-Checksum'];

/** Resumable uploads, tus 1.0.0 (R5.11; docs/decisions/0008-uploads.md). */
export function uploadRoutes(route: Route, deps: AppDeps): void {
  const receiver = new Receiver(deps);
  const interrupted = new InterruptedUploads();
  const mount = (endpoint: Endpoint, handle: (ctx: Context) => Promise<void>) =>
    route(endpoint, async ({ ctx }) => {
      ctx.set('Tus-Resumable', '1.0.0');
      interrupted.noteAndAnswer(ctx);
      await handle(ctx);
    });
  const speaking = (handle: (ctx: Context) => Promise<void>) => async (ctx: Context) => {
    refuseUnofferedExtensions(ctx);
    if (ctx.get('Tus-Resumable') === '1.0.0') return handle(ctx);
    ctx.set('Tus-Version', '1.0.0');
    ctx.status = 412;
    ctx.body = 'Tus-Resumable must be 1.0.0\n';
  };

  mount(
    create,
    speaking(async (ctx) => {
      const upload = readCreation(ctx, deps.clock.now());
      await deps.admission.admit(upload, clientOf(ctx));
      ctx.set('Location', `${UPLOADS_PATH}/${upload.id}`);
      ctx.set('Upload-Expires', new Date(Date.parse(upload.createdAt) + UPLOAD_LIFE_MS).toUTCString());
      ctx.status = 201;
      ctx.body = '';
    }),
  );
  mount({ ...ONE, method: 'PATCH' }, (ctx) => patch(deps, receiver, ctx));
  mount(
    { ...ONE, method: 'HEAD' },
    speaking(async (ctx) => {
      await sleep(HEAD_DELAY_MS);
      await receiver.alone(idIn(ctx), () => tellOffset(deps, ctx));
    }),
  );
  mount(
    { ...ONE, method: 'DELETE' },
    speaking(async (ctx) => {
      await receiver.alone(idIn(ctx), () => remove(deps, ctx));
      ctx.status = 204;
    }),
  );
  // Documents can be uploaded, and never downloaded.
  mount({ ...ONE, method: 'GET' }, () => Promise.reject(notFound()));
  for (const path of [ALL, NONE]) mount({ ...path, method: 'OPTIONS' }, tellProtocol);
  for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
    mount({ ...NONE, method }, () => Promise.reject(notFound()));
  }
}

/** Throws MALFORMED_REQUEST for an unsupported extension: the client would get a different upload. */
function refuseUnofferedExtensions(ctx: Context): void {
  const header = UNOFFERED_HEADERS.find((name) => ctx.req.headers[name.toLowerCase()] !== undefined);
  if (header !== undefined) throw malformed(`${header} belongs to an extension that is not offered here.`);
  const bringsContent =
    ctx.method === 'POST' && (Number(ctx.get('Content-Length')) > 0 || ctx.get('Transfer-Encoding') !== '');
  if (bringsContent) throw malformed('An upload is created without content, which follows by PATCH.');
}

async function tellProtocol(ctx: Context): Promise<void> {
  ctx.set({
    'Tus-Version': '1.0.0',
    'Tus-Extension': EXTENSIONS,
    'Tus-Max-Size': String(TOTAL_DOCUMENT_BYTES),
  });
  ctx.status = 204;
}

/** Bytes that were sent before a cut may arrive after the HEAD request, so its answer waits for them. */
const HEAD_DELAY_MS = 20;

/** The id in the path, exactly as it is written. */
const idIn = (ctx: Context): string => ctx.path.slice(UPLOADS_PATH.length + 1);

async function findUpload({ uploads }: AppDeps, ctx: Context): Promise<UploadRecord> {
  const upload = await uploads.find(idIn(ctx));
  if (upload === undefined) throw notFound();
  return upload;
}

const notFound = () => new AppError('NOT_FOUND', { detail: 'There is no such upload.' });
const malformed = (detail: string) => new AppError('MALFORMED_REQUEST', { detail });

/** Throws NOT_FOUND if bytes of the register are lost, or the store has more than announced. */
async function tellOffset(deps: AppDeps, ctx: Context): Promise<void> {
  const upload = await findUpload(deps, ctx);
  const offset = (await deps.files.size(upload.id)) ?? 0;
  const isLost = upload.sha256 !== undefined && offset !== upload.size;
  if (isLost || offset > upload.size) throw notFound();
  ctx.set({
    'Upload-Offset': String(offset),
    'Upload-Length': String(upload.size),
    'Upload-Metadata': metadataOf(upload),
  });
  ctx.status = 200;
}

async function patch(deps: AppDeps, receiver: Receiver, ctx: Context): Promise<void> {
  await withBody(deps, ctx, (body) =>
    receiver.alone(
      idIn(ctx),
      async () => {
        const from = readOffset(ctx);
        const announced = ctx.request.length;
        const { offset } = await receiver.receive(idIn(ctx), body, { from, announced, whenWhole: deps.examine });
        ctx.status = 204;
        ctx.set('Upload-Offset', String(offset));
        return { kept: offset - from };
      },
      body.finishSoon,
    ),
  );
}

/** Where the bytes of a PATCH belong. Throws MALFORMED_REQUEST or UNSUPPORTED_MEDIA_TYPE before the body is read. */
function readOffset(ctx: Context): number {
  refuseUnofferedExtensions(ctx);
  if (ctx.get('Tus-Resumable') !== '1.0.0') throw malformed('Tus-Resumable must be 1.0.0.');
  if (ctx.get('Content-Type') !== 'application/offset+octet-stream') throw new AppError('UNSUPPORTED_MEDIA_TYPE');
  if (/^\d{1,15}$/.test(ctx.get('Upload-Offset'))) return Number(ctx.get('Upload-Offset'));
  throw malformed('Upload-Offset must say where the bytes belong.');
}

/** Throws ALREADY_SUBMITTED or SUBMISSION_IN_PROGRESS if an application has claimed the upload. */
async function remove(deps: AppDeps, ctx: Context): Promise<void> {
  const { uploads, ledger, files } = deps;
  const { id, draftId } = await findUpload(deps, ctx);
  // The row first: bytes without a row are swept, but a row without bytes would look like an upload.
  if (await uploads.deleteIfUnclaimed(id)) return files.remove(id);
  if ((await uploads.find(id)) === undefined) throw notFound();
  const isDone = (await ledger.find(draftId))?.status === 'processed';
  throw isDone
    ? new AppError('ALREADY_SUBMITTED', { detail: 'This document belongs to an application that was submitted.' })
    : new AppError('SUBMISSION_IN_PROGRESS', { detail: 'This document belongs to an application under way.' });
}
