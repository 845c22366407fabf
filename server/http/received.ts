import type { Context } from 'koa';

/** Notes, for the log, how many bytes of the body of this request have come. */
export function noteReceived(ctx: Context, bytes: number): void {
  ctx.state.received = bytes;
}

/** The noted number of bytes; empty for a request without one. */
export function receivedOf({ state }: Context): { readonly received?: number } {
  return typeof state.received === 'number' ? { received: state.received } : {};
}
