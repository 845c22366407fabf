import type { Context } from 'koa';

/** Notes, for the log, how many bytes of the body of this request have come. */
export function noteReceived(ctx: Context, bytes: number): void {
  ctx.state.received = bytes;
}

/** What was noted, in bytes; empty for a request whose body nobody counted. */
export function receivedOf({ state }: Context): { readonly received?: number } {
  return typeof state.received === 'number' ? { received: state.received } : {};
}
