import { hash } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import compress from 'koa-compress';

/** Compresses answers that `answerWithEtag` makes; smaller ones fit into a packet or two. */
export const compressJson: Middleware = compress({
  filter: (type) => type === 'application/json',
  threshold: 2048,
  zstd: false,
  deflate: false,
});

/** Answers with JSON that browsers keep: 304 if their copy is current. The ETag is a hash of the content. */
export function answerWithEtag(ctx: Context, value: object): void {
  const text = JSON.stringify(value);
  ctx.status = 200;
  ctx.type = 'json';
  // Weak, since the compressed forms share it.
  ctx.etag = `W/"${hash('sha256', text, 'base64url')}"`;
  if (ctx.fresh) ctx.status = 304;
  else ctx.body = text;
}
