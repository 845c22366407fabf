import { Readable } from 'node:stream';
import type { Context } from 'koa';
import * as endpoints from '#contract/handovers.ts';
import { AppError } from '../../errors.ts';
import type { UploadRecord } from '../../ports/upload-ledger.ts';
import { type Piece, SEALED_DRAFT_BYTES } from '../../relays/handovers.ts';
import type { Brought } from '../../relays/relays.ts';
import type { AppDeps } from '../deps.ts';
import { clientOf } from '../middleware/rate-limit.ts';
import { Receiver } from '../receive-upload.ts';
import { noteReceived } from '../received.ts';
import type { Route } from '../route.ts';
import { UploadBody } from '../upload-body.ts';
import { secretOf } from './relays.ts';
import { countUnlessItBrings } from './uploads.ts';

/**
 * Sealed drafts on their way to another device (docs/decisions/0011-encrypted-transfer.md). Each side shows its secret in the
 * `Authorization` header, which no log has.
 */
export function handoverRoutes(route: Route, deps: AppDeps): void {
  const { handovers } = deps;
  const receiving = { ...deps, receiver: new Receiver(deps) };

  route(endpoints.makeHandover, () => handovers.make());
  route(endpoints.handover, ({ ctx, id }) => handovers.look(id, secretOf(ctx)));
  route(endpoints.claimHandover, ({ ctx, id, body }) => handovers.claim(id, secretOf(ctx), body.claim));
  route(endpoints.addToHandover, async ({ ctx, id }) => {
    // Before anything is awaited: what still lies in a request when its connection breaks is lost.
    const body = new UploadBody(ctx.req);
    try {
      const piece = pieceOf(ctx);
      const bring = (upload: UploadRecord, isNew: boolean) =>
        addPiece(receiving, ctx, { upload, isNew, body, from: piece.offset });
      let view: endpoints.HandoverView | undefined;
      await countUnlessItBrings(deps, ctx, async () => {
        view = await handovers.add(id, secretOf(ctx), piece, bring);
        return view.bytes - piece.offset;
      });
      if (view === undefined) throw new Error('a piece was taken and nothing is known of it');
      return view;
    } finally {
      body.stop();
      noteReceived(ctx, body.received);
    }
  });
  route(endpoints.handedOver, async ({ ctx, id }) => {
    const { size, open } = await handovers.content(id, secretOf(ctx));
    const from = startOf(ctx, size);
    ctx.type = 'application/octet-stream';
    if (from > 0) {
      ctx.status = 206;
      ctx.set('Content-Range', `bytes ${from}-${size - 1}/${size}`);
    }
    ctx.length = size - from;
    ctx.body = Readable.from(open(from), { objectMode: false });
  });
  route(endpoints.acknowledgeHandover, async ({ ctx, id }) => {
    await handovers.take(id, secretOf(ctx));
    ctx.status = 204;
  });
  route(endpoints.withdrawHandover, ({ ctx, id }) => handovers.withdraw(id, secretOf(ctx)));
}

/** Throws MALFORMED_REQUEST or UNSUPPORTED_MEDIA_TYPE before a byte is written. */
function pieceOf(ctx: Context): Piece {
  if (ctx.request.length !== 0 && !ctx.is('application/octet-stream')) throw new AppError('UNSUPPORTED_MEDIA_TYPE');
  const [size, offset] = [ctx.get(endpoints.LENGTH_HEADER), ctx.get(endpoints.OFFSET_HEADER)];
  if (/^[1-9]\d{0,14}$/.test(size) && /^\d{1,15}$/.test(offset)) return { size: Number(size), offset: Number(offset) };
  const detail = `${endpoints.LENGTH_HEADER} and ${endpoints.OFFSET_HEADER} must say where the bytes belong.`;
  throw new AppError('MALFORMED_REQUEST', { detail });
}

interface Bringing {
  readonly upload: UploadRecord;
  readonly isNew: boolean;
  readonly body: UploadBody;
  readonly from: number;
}

/** Streams a piece to where uploads lie, counted and limited as they are. Throws what they throw. */
async function addPiece(
  { admission, receiver }: Pick<AppDeps, 'admission'> & { readonly receiver: Receiver },
  ctx: Context,
  { upload, isNew, body, from }: Bringing,
): Promise<Brought> {
  if (isNew) {
    const terms = { mostBytes: SEALED_DRAFT_BYTES, keepsOthers: true };
    await admission.admit(upload, clientOf(ctx), terms);
  }
  return receiver.aloneWith(upload.id, ctx, body, async () => {
    const { offset, content } = await receiver.receive(upload.id, body, { from, announced: ctx.request.length });
    return { bytes: offset, sha256: content?.sha256 };
  });
}

/** Where a request wants to go on; 0 where it says nothing that can be. */
function startOf(ctx: Context, size: number): number {
  const [, from = '0'] = /^bytes=(\d{1,15})-$/.exec(ctx.get('Range')) ?? [];
  return Number(from) < size ? Number(from) : 0;
}
