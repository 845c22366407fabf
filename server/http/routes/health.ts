import type Router from '@koa/router';
import { AppError } from '../../errors.ts';
import type { AppDeps } from '../deps.ts';
import { register } from '../metrics.ts';

/** Liveness, readiness (the ledger answers) and figures for Prometheus. */
export function healthRoutes(router: Router, { ledger }: AppDeps): void {
  router.get('/healthz', (ctx) => {
    ctx.body = { status: 'ok' };
  });
  router.get('/readyz', async (ctx) => {
    await ledger.ping().catch((cause) => {
      throw new AppError('UNAVAILABLE', { detail: 'The ledger cannot be reached.', cause });
    });
    ctx.body = { status: 'ready' };
  });
  router.get('/metrics', async (ctx) => {
    ctx.type = register.contentType;
    ctx.body = await register.metrics();
  });
}
