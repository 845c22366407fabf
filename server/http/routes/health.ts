import type Router from '@koa/router';
import { AppError } from '../../errors.ts';
import type { AppDeps } from '../deps.ts';
import { createReadiness } from '../readiness.ts';

/**
 * Liveness and which version runs, readiness (ledger and uploads can be written, and nobody has asked the server to
 * end) and figures for Prometheus. What is not ready is named.
 */
export function healthRoutes(
  router: Router,
  { ledger, files, draining, figures, log }: AppDeps,
  version: { readonly version?: string; readonly commit?: string },
): void {
  const notReady = createReadiness(
    { ledger: () => ledger.assertWritable(), uploads: async () => files.assertWritable?.() },
    (part, err) => log.warn({ part, err }, 'not ready: it cannot be written'),
  );
  router.get('/healthz', (ctx) => {
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { status: 'ok', ...version };
  });
  router.get('/readyz', async (ctx) => {
    ctx.set('Cache-Control', 'no-store');
    if (draining.aborted) throw new AppError('UNAVAILABLE', { detail: 'This server is ending.' });
    const parts = await notReady();
    if (parts.length > 0) {
      const detail = parts.map((part) => `The ${part} cannot be written.`).join(' ');
      throw new AppError('UNAVAILABLE', { detail, parts, headers: { 'Retry-After': '5' } });
    }
    ctx.body = { status: 'ready' };
  });
  router.get('/metrics', async (ctx) => {
    ctx.set('Cache-Control', 'no-store');
    ctx.type = figures.contentType;
    ctx.body = await figures.text();
  });
}
