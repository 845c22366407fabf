import { Readable } from 'node:stream';
import type { Context } from 'koa';
import * as endpoints from '#contract/transfers.ts';
import { AppError } from '../../errors.ts';
import type { Piece, WritePiece } from '../../transfers/transfers.ts';
import type { AppDeps } from '../deps.ts';
import { clientOf } from '../middleware/rate-limit.ts';
import { Receiver } from '../receive-upload.ts';
import type { Route } from '../route.ts';
import { type UploadBody, withBody } from '../upload-body.ts';

/** Each device sends its secret in `Authorization`, which no log has (docs/decisions/0011-encrypted-transfer.md). */
export function transferRoutes(route: Route, deps: AppDeps): void {
  const { transfers } = deps;
  const receiver = new Receiver(deps);

  route(endpoints.createTransfer, ({ body }) => transfers.create(body));
  route(endpoints.readTransfer, ({ ctx, id }) => transfers.view(id, secretOf(ctx)));
  route(endpoints.openTransfer, ({ ctx, id }) => transfers.open(id, secretOf(ctx)));
  route(endpoints.claimTransfer, ({ ctx, id, body }) => transfers.claim(id, secretOf(ctx), body.claim));
  route(endpoints.addPiece, async ({ ctx, id }) => {
    const { view } = await withBody(deps, ctx, async (body) => {
      const piece = pieceOf(ctx);
      const added = await transfers.addPiece(
        id,
        secretOf(ctx),
        piece,
        writeTo({ ...deps, receiver }, ctx, body, piece),
      );
      return { view: added, kept: added.bytes - piece.offset };
    });
    return view;
  });
  route(endpoints.readContent, async ({ ctx, id }) => {
    const { size, open } = await transfers.content(id, secretOf(ctx));
    const from = startOf(ctx, size);
    ctx.type = 'application/octet-stream';
    if (from > 0) {
      ctx.status = 206;
      ctx.set('Content-Range', `bytes ${from}-${size - 1}/${size}`);
    }
    ctx.length = size - from;
    ctx.body = Readable.from(open(from), { objectMode: false });
  });
  route(endpoints.acknowledgeContent, async ({ ctx, id }) => {
    await transfers.acknowledge(id, secretOf(ctx));
    ctx.status = 204;
  });
  route(endpoints.cancelTransfer, ({ ctx, id }) => transfers.cancel(id, secretOf(ctx)));
}

/** Throws NOT_FOUND for a request without a secret, as for a wrong one. */
function secretOf(ctx: Context): string {
  const [, secret] = /^Bearer ([\w-]{43})$/.exec(ctx.get('Authorization')) ?? [];
  if (secret === undefined) throw new AppError('NOT_FOUND', { detail: 'There is no such link, or it is over.' });
  return secret;
}

/** Throws MALFORMED_REQUEST or UNSUPPORTED_MEDIA_TYPE before a byte is written. */
function pieceOf(ctx: Context): Piece {
  if (ctx.request.length !== 0 && !ctx.is('application/octet-stream')) throw new AppError('UNSUPPORTED_MEDIA_TYPE');
  const { LENGTH_HEADER, OFFSET_HEADER, ATTEMPT_HEADER } = endpoints;
  const [size, offset, attempt] = [ctx.get(LENGTH_HEADER), ctx.get(OFFSET_HEADER), ctx.get(ATTEMPT_HEADER)];
  if (/^[1-9]\d{0,14}$/.test(size) && /^\d{1,15}$/.test(offset) && /^[\w-]{8,64}$/.test(attempt)) {
    return { size: Number(size), offset: Number(offset), attempt };
  }
  const detail = `${LENGTH_HEADER}, ${OFFSET_HEADER} and ${ATTEMPT_HEADER} must say where the bytes belong.`;
  throw new AppError('MALFORMED_REQUEST', { detail });
}

/** Stores a piece as an upload, with the same limits and errors. */
const writeTo =
  (
    { admission, receiver }: Pick<AppDeps, 'admission'> & { readonly receiver: Receiver },
    ctx: Context,
    body: UploadBody,
    { offset: from }: Piece,
  ): WritePiece =>
  async (upload, isNew) => {
    const announced = ctx.request.length;
    if (isNew) await admission.admit(upload, clientOf(ctx), { mostBytes: upload.size, keepsOthers: true });
    const receive = () => receiver.receive(upload.id, body, { from, announced });
    const { offset, content } = await receiver.alone(upload.id, receive, body.finishSoon);
    return { bytes: offset, sha256: content?.sha256, isCut: body.received < (announced ?? 0) };
  };

/** The offset of a `Range` header; 0 if it is not valid. */
function startOf(ctx: Context, size: number): number {
  const [, from = '0'] = /^bytes=(\d{1,15})-$/.exec(ctx.get('Range')) ?? [];
  return Number(from) < size ? Number(from) : 0;
}
