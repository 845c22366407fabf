import type Router from '@koa/router';
import { AppError, unavailable } from '../../errors.ts';
import type { AppDeps } from '../deps.ts';
import { withinMs } from '../within.ts';

/** Whoever asks whether the server is ready has an answer within two seconds, whatever hangs behind it. */
const READY_WITHIN_MS = 1_500;

/**
 * Liveness and which version runs, readiness (ledger and documents can be reached, and nobody has asked the server to
 * end) and figures for Prometheus. What is not ready is named.
 */
export function healthRoutes(
  router: Router,
  { ledger, files, draining, figures }: AppDeps,
  version: { readonly version?: string; readonly commit?: string },
): void {
  const parts: readonly (readonly [words: string, ask: () => Promise<void>])[] = [
    ['The ledger cannot be reached.', oneAtATime(() => ledger.ping())],
    ['The documents cannot be reached.', oneAtATime(async () => files.ping?.())],
  ];
  router.get('/healthz', (ctx) => {
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { status: 'ok', ...version };
  });
  router.get('/readyz', async (ctx) => {
    ctx.set('Cache-Control', 'no-store');
    if (draining.aborted) throw new AppError('UNAVAILABLE', { detail: 'This server is ending.' });
    const answers = await Promise.allSettled(parts.map(([_words, ask]) => withinMs(READY_WITHIN_MS, ask())));
    const missing = parts.flatMap(([words], i) => (answers[i]?.status === 'rejected' ? [words] : []));
    if (missing.length > 0) throw unavailable(undefined, missing.join(' '));
    ctx.body = { status: 'ready' };
  });
  router.get('/metrics', async (ctx) => {
    ctx.set('Cache-Control', 'no-store');
    ctx.type = figures.contentType;
    ctx.body = await figures.text();
  });
}

/** However many ask meanwhile, one question is on its way: those that hang would take the places of the others. */
function oneAtATime(ask: () => Promise<void>): () => Promise<void> {
  let underWay: Promise<void> | undefined;
  return () => {
    underWay ??= ask().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}
