import type { Context, Middleware } from 'koa';
import { AppError } from '../../errors.ts';
import type { Log } from '../../ports/log.ts';
import { pageOfError } from '../page-of-error.ts';

/** Answers errors as problem documents (RFC 9457), or as a page for a person. Unknown ones become INTERNAL_ERROR. */
export function problems(log: Log): Middleware {
  return async (ctx, next) => {
    try {
      await next();
      if (ctx.status === 404 && ctx.body === undefined && ctx.respond !== false) throw new AppError('NOT_FOUND');
    } catch (error) {
      if (ctx.res.headersSent) {
        log.error({ request: ctx.state.requestId, err: error }, 'a response was cut off');
        ctx.res.destroy();
        return;
      }
      answer(ctx, known(error, ctx, log));
    }
  };
}

function answer(ctx: Context, error: AppError): void {
  ctx.state.problem = error.code;
  ctx.status = error.status;
  for (const [name, value] of Object.entries(error.facts.headers ?? {})) ctx.set(name, value);
  ctx.set('Cache-Control', 'no-store');
  const page = pageOfError(ctx, error);
  if (page !== undefined) {
    ctx.body = page;
    ctx.type = 'text/html; charset=utf-8';
    return;
  }
  ctx.body = JSON.stringify(error.toProblem());
  ctx.type = 'application/problem+json';
}

function known(error: unknown, ctx: Context, log: Log): AppError {
  if (error instanceof AppError) {
    const { status, facts } = error;
    if (status >= 500 && facts.cause !== undefined) {
      log.error({ request: ctx.state.requestId, err: facts.cause }, 'a required service is unavailable');
    }
    return error;
  }
  // Errors of the router and Koa for an address that cannot be parsed.
  if (error instanceof URIError) return new AppError('MALFORMED_REQUEST', { cause: error });
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  if (status === 400) return new AppError('MALFORMED_REQUEST', { cause: error });
  if (status === 405) return new AppError('METHOD_NOT_ALLOWED', { cause: error });
  log.error({ request: ctx.state.requestId, err: error }, 'unexpected error');
  return new AppError('INTERNAL_ERROR', { cause: error });
}
