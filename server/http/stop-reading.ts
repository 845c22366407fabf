import type { Context } from 'koa';

/** How long the rest of a body is still taken, and thrown away, by whom the answer does not reach until then. */
const LINGER_MS = 1000;

/**
 * An answer that came before the end of the body: browsers read it only when they cannot send any more, so the
 * connection ends soon, on a slow link long before the whole body has come in vain.
 */
export function stopReading({ req, res }: Context): void {
  if (req.complete) return;
  const late = setTimeout(() => req.socket.destroy(), LINGER_MS).unref();
  for (const stream of [req, res]) stream.once('close', () => req.complete && clearTimeout(late));
}
