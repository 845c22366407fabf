import { randomUUID } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import type { Metrics } from '../../adapters/prometheus.ts';
import type { Log } from '../../ports/log.ts';
import { isUuid } from '../read-request.ts';

const QUIET = new Set(['/healthz', '/readyz', '/metrics']);
/** The connection broke before the answer; nginx uses this number too. */
const BROKE_OFF = 499;

/**
 * Gives every request an id (`X-Request-Id`), one log line (method, route, submission, status, error code, time to the last
 * byte), and counts it in the metrics, except event streams. The route is the pattern, not the address; no line has
 * personal data. If the connection broke before the answer, the status is 499, with the number of received bytes if its
 * handler counted them.
 */
export function observe(log: Log, metrics?: Metrics): Middleware {
  return (ctx, next) => {
    const id = randomUUID();
    ctx.state.requestId = id;
    ctx.set('X-Request-Id', id);
    const began = performance.now();
    const handled = next();
    const note = (ms: number, outcome: { readonly status: number; readonly received?: unknown }, message: string) => {
      const { method, path } = ctx;
      const facts = { method, route: routeOf(ctx), status: outcome.status };
      if (ctx.type !== 'text/event-stream') metrics?.request({ ...facts, seconds: ms / 1000 });
      if (QUIET.has(path)) return;
      const { problem: code } = ctx.state;
      log.info({ request: id, ...facts, ...outcome, code, ...submissionOf(ctx), ms: Math.round(ms) }, message);
    };
    ctx.res.once('close', () => {
      const ms = performance.now() - began;
      if (ctx.res.headersSent) return note(ms, { status: ctx.res.statusCode }, 'request');
      // The handler knows the number of received bytes after it has stored them.
      const broken = () => note(ms, { status: BROKE_OFF, received: ctx.state.received }, 'the connection broke off');
      handled.then(broken, broken);
    });
    return handled;
  };
}

/** The submission in the address, in the short form of the stages' log lines. */
function submissionOf(ctx: Context): { readonly submission?: string } {
  const params: unknown = ctx.params;
  if (typeof params !== 'object' || params === null || !('id' in params) || typeof params.id !== 'string') return {};
  return isUuid(params.id) ? { submission: params.id.toLowerCase() } : {};
}

/** The pattern of a request's address, for logs and metrics: the address may contain an id or any other text. */
function routeOf(ctx: Context): string {
  if (typeof ctx._matchedRoute === 'string') return ctx._matchedRoute;
  return ctx.path.startsWith('/api/') ? 'unknown' : 'static';
}

/** While the server ends, every answer closes its connection. */
export function closeWhileDraining(draining: AbortSignal): Middleware {
  return (ctx, next) => {
    if (draining.aborted) ctx.set('Connection', 'close');
    return next();
  };
}
