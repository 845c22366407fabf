import { Readable } from 'node:stream';
import { MemoryLocker, Upload } from '@tus/server';
import type { Context } from 'koa';
import * as endpoints from '#contract/relays.ts';
import { AppError } from '../../errors.ts';
import type { UploadRecord } from '../../ports/upload-ledger.ts';
import type { UploadLocker } from '../../ports/upload-lock.ts';
import type { Brought } from '../../relays/relays.ts';
import type { AppDeps } from '../deps.ts';
import { clientOf } from '../middleware/rate-limit.ts';
import { Arriving, receiveChunk } from '../receive-chunk.ts';
import { noteReceived } from '../received.ts';
import type { Route } from '../route.ts';

/**
 * Sealed documents between two devices (docs/decisions/sealed-on-the-way.md). Each side shows its secret in the
 * `Authorization` header, which no log has.
 */
export function relayRoutes(route: Route, deps: AppDeps): void {
  const { relays } = deps;
  const locker = new MemoryLocker();

  route(endpoints.makeRelay, ({ body }) => relays.make(body.slot));
  route(endpoints.relay, ({ ctx, id }) => relays.look(id, secretOf(ctx)));
  route(endpoints.openRelay, ({ ctx, id }) => relays.open(id, secretOf(ctx)));
  route(endpoints.putSealed, ({ ctx, id }) =>
    relays.receive(id, secretOf(ctx), sizeOf(ctx), (upload) => bring({ ...deps, locker }, ctx, upload)),
  );
  route(endpoints.sealed, async ({ ctx, id }) => {
    const { size, open } = await relays.content(id, secretOf(ctx));
    ctx.type = 'application/octet-stream';
    ctx.length = size;
    ctx.body = Readable.from(open(), { objectMode: false });
  });
  route(endpoints.acknowledgeSealed, async ({ ctx, id }) => {
    await relays.take(id, secretOf(ctx));
    ctx.status = 204;
  });
  route(endpoints.cancelRelay, async ({ ctx, id }) => {
    await relays.cancel(id, secretOf(ctx));
    ctx.status = 204;
  });
}

/** What the request shows. Throws NOT_FOUND without it: who has none learns nothing. */
export function secretOf(ctx: Context): string {
  const [, secret] = /^Bearer ([\w-]{43})$/.exec(ctx.get('Authorization')) ?? [];
  if (secret === undefined) throw new AppError('NOT_FOUND', { detail: 'There is no such link, or it is over.' });
  return secret;
}

/** Throws MALFORMED_REQUEST or UNSUPPORTED_MEDIA_TYPE before a byte is read. */
function sizeOf(ctx: Context): number {
  if (!ctx.is('application/octet-stream')) throw new AppError('UNSUPPORTED_MEDIA_TYPE');
  const { length } = ctx.request;
  if (length !== undefined && length > 0) return length;
  throw new AppError('MALFORMED_REQUEST', { detail: 'Content-Length must say how many bytes will come.' });
}

/** Streams the body of the request to where uploads lie, counted and limited as they are. Throws what they throw. */
async function bring(
  deps: AppDeps & { readonly locker: UploadLocker },
  ctx: Context,
  upload: UploadRecord,
): Promise<Brought> {
  const registered = await deps.admission.admit(upload, clientOf(ctx), { keepsOthers: true });
  const { id, size } = upload;
  await deps.tusStore.create(new Upload({ id, size, offset: 0, metadata: {} }));
  const body = new Arriving(ctx.req);
  try {
    const { offset, content } = await receiveChunk(deps, ctx, registered, body);
    return { bytes: offset, sha256: content?.sha256 };
  } finally {
    body.stop();
    noteReceived(ctx, body.received);
    body.destroy();
  }
}
