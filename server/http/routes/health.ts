import * as v from 'valibot';
import type { Endpoint } from '#contract/endpoint.ts';
import { AppError } from '../../errors.ts';
import type { AppDeps } from '../deps.ts';
import { createReadiness } from '../readiness.ts';
import type { Route } from '../route.ts';

const liveness = {
  method: 'GET',
  path: '/healthz',
  cache: 'no-store',
  response: v.object({
    status: v.literal('ok'),
    version: v.exactOptional(v.string()),
    commit: v.exactOptional(v.string()),
  }),
} as const satisfies Endpoint;

const readiness = {
  method: 'GET',
  path: '/readyz',
  cache: 'no-store',
  response: v.object({ status: v.literal('ready') }),
} as const satisfies Endpoint;

/** Metrics for Prometheus, answered even if other clients at the same address are over their limit. */
const metrics = {
  method: 'GET',
  path: '/metrics',
  cost: { account: 'metrics', points: 1 },
  cache: 'no-store',
} as const satisfies Endpoint;

/** The endpoints for monitoring. A server that is not ready names the parts that cannot be written. */
export function healthRoutes(
  route: Route,
  { ledger, files, draining, figures, log }: Pick<AppDeps, 'ledger' | 'files' | 'draining' | 'figures' | 'log'>,
  version: { readonly version?: string; readonly commit?: string },
): void {
  const notReady = createReadiness(
    { ledger: () => ledger.assertWritable(), uploads: async () => files.assertWritable?.() },
    (part, err) => log.warn({ part, err }, 'not ready: a part cannot be written'),
  );
  route(liveness, () => ({ status: 'ok' as const, ...version }));
  route(readiness, async () => {
    if (draining.aborted) throw new AppError('UNAVAILABLE', { detail: 'This server is ending.' });
    const parts = await notReady();
    if (parts.length > 0) {
      const detail = parts.map((part) => `The ${part} cannot be written.`).join(' ');
      throw new AppError('UNAVAILABLE', { detail, parts, headers: { 'Retry-After': '5' } });
    }
    return { status: 'ready' as const };
  });
  route(metrics, async ({ ctx }) => {
    ctx.type = figures.contentType;
    ctx.body = await figures.text(await notReady());
  });
}
