import { Readable } from 'node:stream';
import type { Context } from 'koa';
import * as endpoints from '#contract/relays.ts';
import { AppError } from '../../errors.ts';
import type { UploadRecord } from '../../ports/upload-ledger.ts';
import type { Brought } from '../../relays/relays.ts';
import type { AppDeps } from '../deps.ts';
import { clientOf } from '../middleware/rate-limit.ts';
import { Receiver } from '../receive-upload.ts';
import type { Route } from '../route.ts';
import { UploadBody } from '../upload-body.ts';

/**
 * Sealed documents between two devices (docs/decisions/0011-encrypted-transfer.md). Each side shows its secret in the
 * `Authorization` header, which no log has.
 */
export function relayRoutes(route: Route, deps: AppDeps): void {
  const { relays } = deps;
  const receiver = new Receiver(deps);

  route(endpoints.makeRelay, ({ body }) => relays.make(body.slot));
  route(endpoints.relay, ({ ctx, id }) => relays.look(id, secretOf(ctx)));
  route(endpoints.openRelay, ({ ctx, id }) => relays.open(id, secretOf(ctx)));
  route(endpoints.putSealed, ({ ctx, id }) =>
    relays.receive(id, secretOf(ctx), sizeOf(ctx), (upload) => bring({ ...deps, receiver }, ctx, upload)),
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
  { admission, receiver }: Pick<AppDeps, 'admission'> & { readonly receiver: Receiver },
  ctx: Context,
  upload: UploadRecord,
): Promise<Brought> {
  await admission.admit(upload, clientOf(ctx), { keepsOthers: true });
  const body = new UploadBody(ctx.req);
  return receiver.aloneWith(upload.id, ctx, body, async () => {
    const { offset, content } = await receiver.receive(upload.id, body, { from: 0, announced: ctx.request.length });
    return { bytes: offset, sha256: content?.sha256 };
  });
}
