import type Router from '@koa/router';
import { AppError } from '../../errors.ts';
import type { AppDeps } from '../deps.ts';

/** Liveness and which version runs, readiness (the ledger answers, and nobody has asked the server to end) and figures for Prometheus. */
export function healthRoutes(
  router: Router,
  { ledger, draining, figures }: AppDeps,
  version: { readonly version?: string; readonly commit?: string },
): void {
  router.get('/healthz', (ctx) => {
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { status: 'ok', ...version };
  });
  router.get('/readyz', async (ctx) => {
    ctx.set('Cache-Control', 'no-store');
    if (draining.aborted) throw new AppError('UNAVAILABLE', { detail: 'This server is ending.' });
    await ledger.ping().catch((cause) => {
      throw new AppError('UNAVAILABLE', { detail: 'The ledger cannot be reached.', cause });
    });
    ctx.body = { status: 'ready' };
  });
  router.get('/metrics', async (ctx) => {
    ctx.set('Cache-Control', 'no-store');
    ctx.type = figures.contentType;
    ctx.body = await figures.text();
  });
}
