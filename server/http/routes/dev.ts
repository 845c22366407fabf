import type Router from '@koa/router';
import type { Context } from 'koa';
import * as v from 'valibot';
import { DEV_CLASSIFICATIONS, type DevAnswer, devScenarioChoiceSchema } from '#contract/dev-tools.ts';
import { AppError } from '../../errors.ts';
import type { Scenarios } from '../../ports/dev-calls.ts';
import type { AppDeps } from '../deps.ts';
import { readJson } from '../read-json.ts';

const offer = v.record(v.string(), v.unknown());

/** The developers' calls (contract §7); they exist only where the developer tools are on. */
export function devRoutes(router: Router, { devTools }: AppDeps): void {
  if (devTools === undefined) return;
  const { calls, configured, scenarios } = devTools;

  router.get('/api/dev/configuration', (ctx) => {
    ctx.body = configured;
  });
  router.post('/api/dev/cricos/token', (ctx) => tell(ctx, calls.token()));
  router.post('/api/dev/cricos/validate', async (ctx) => tell(ctx, calls.validate(await readJson(ctx, offer))));
  router.post('/api/dev/cricos/submit', async (ctx) => tell(ctx, calls.submit(await readJson(ctx, offer))));
  router.get('/api/dev/cricos/intakes', (ctx) => tell(ctx, calls.intakes(queryOf(ctx))));
  router.get('/api/dev/cricos/classifications/:list', (ctx) => {
    const list = DEV_CLASSIFICATIONS.find((name) => name === ctx.params.list);
    if (list === undefined) throw new AppError('NOT_FOUND');
    return tell(ctx, calls.classification(list));
  });
  router.post('/api/dev/file-test', (ctx) => {
    const sent = calls.sendTestFile();
    if (sent === undefined) throw new AppError('NOT_CONFIGURED', { detail: 'The file-test flow is not configured.' });
    return tell(ctx, sent);
  });
  if (scenarios !== undefined) scenarioRoutes(router, scenarios);
}

/** What the simulated services play, read and chosen. */
function scenarioRoutes(router: Router, scenarios: Scenarios): void {
  router.get('/api/dev/scenarios', (ctx) => {
    ctx.body = scenarios.read();
  });
  router.post('/api/dev/scenarios', async (ctx) => {
    const choice = await readJson(ctx, devScenarioChoiceSchema);
    try {
      if ('reset' in choice) scenarios.reset();
      else scenarios.choose(choice.service, choice.scenario);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new AppError('MALFORMED_REQUEST', { detail: error.message });
    }
    ctx.body = scenarios.read();
  });
}

/** Answers 200 with what the outside answered: its failure is no failure of this call. */
async function tell(ctx: Context, call: Promise<DevAnswer>): Promise<void> {
  ctx.set('Cache-Control', 'no-store');
  ctx.body = await call;
}

/** Of a parameter that is given twice the first. */
const queryOf = (ctx: Context): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(ctx.query).map(([name, value]) => [name, [value ?? ''].flat()[0] ?? '']));
