import { randomUUID } from 'node:crypto';
import type Router from '@koa/router';
import type { Context } from 'koa';
import * as v from 'valibot';
import { intakeQueries } from '#domain/intakes/plan.ts';
import { AppError } from '../../errors.ts';
import { CallFailure } from '../../ports/call-failure.ts';
import type { Records } from '../../ports/records.ts';
import type { AppDeps } from '../deps.ts';
import { readJson } from '../read-json.ts';

/** What the developer tools show of the configuration beside the calls: whether something is set, never what. */
export interface DevTools {
  readonly configured: Readonly<Record<string, boolean>>;
}

const offer = v.record(v.string(), v.unknown());

/** The developers' calls (contract §7); they exist only where the developer tools are on. */
export function devRoutes(router: Router, { devTools, clock }: AppDeps): void {
  if (devTools === undefined) return;
  const { records, configured } = devTools;

  router.get('/api/dev/configuration', (ctx) => {
    ctx.body = configured;
  });
  router.post('/api/dev/cricos/token', (ctx) =>
    tell(ctx, records, async (api) => {
      await api.authenticate();
      return { ok: true };
    }),
  );
  router.post('/api/dev/cricos/validate', async (ctx) => {
    const body = await readJson(ctx, offer);
    await tell(ctx, records, (api) => api.validate(body, { key: randomUUID() }));
  });
  router.post('/api/dev/cricos/submit', async (ctx) => {
    const body = await readJson(ctx, offer);
    await tell(ctx, records, (api) => api.submit(body, { key: randomUUID() }));
  });
  router.get('/api/dev/cricos/intakes', (ctx) =>
    tell(ctx, records, (api) => api.intakes(intakeQueries(clock.now().getFullYear())[0] ?? {})),
  );
  router.get('/api/dev/cricos/classifications/:list', (ctx) => {
    const list = ctx.params.list ?? '';
    if (!/^[A-Za-z]{1,60}$/.test(list)) throw new AppError('NOT_FOUND');
    return tell(ctx, records, (api) => api.classification(list));
  });
}

/** Answers what the records API said, or in what way it failed: an outside failure is no failure of this call. */
async function tell(
  ctx: Context,
  records: Records | undefined,
  call: (api: Records) => Promise<unknown>,
): Promise<void> {
  if (records === undefined) throw new AppError('NOT_CONFIGURED', { detail: 'The records API is not configured.' });
  ctx.set('Cache-Control', 'no-store');
  const began = performance.now();
  const ms = () => Math.round(performance.now() - began);
  try {
    ctx.body = { ok: true, ms: 0, answer: await call(records) };
    ctx.body = { ...Object(ctx.body), ms: ms() };
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
    const { kind, message, status, body } = error;
    ctx.body = { ok: false, ms: ms(), failure: { kind, message, status, body } };
  }
}
