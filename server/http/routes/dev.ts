import type { Context } from 'koa';
import * as endpoints from '#contract/dev-tools.ts';
import type { Scenarios } from '../../adapters/dev-calls-http.ts';
import { AppError } from '../../errors.ts';
import type { AppDeps } from '../deps.ts';
import type { Route } from '../route.ts';

/** Only with developer tools (R11.10). An outside failure is answered with 200: our server has not failed. */
export function devRoutes(route: Route, { devTools }: Pick<AppDeps, 'devTools'>): void {
  if (devTools === undefined) return;
  const { calls, configured, scenarios } = devTools;

  route(endpoints.devConfiguration, () => configured);
  route(endpoints.devToken, () => calls.token());
  route(endpoints.devValidate, ({ body }) => calls.validate(body));
  route(endpoints.devSubmit, ({ body }) => calls.submit(body));
  route(endpoints.devIntakes, ({ ctx }) => calls.intakes(queryOf(ctx)));
  route(endpoints.devClassification, ({ ctx }) => {
    const list = endpoints.DEV_CLASSIFICATIONS.find((name) => name === ctx.params.list);
    if (list === undefined) throw new AppError('NOT_FOUND');
    return calls.classification(list);
  });
  route(endpoints.devFileTest, () => {
    const sent = calls.sendTestFile();
    if (sent === undefined) throw new AppError('NOT_CONFIGURED', { detail: 'The file-test flow is not configured.' });
    return sent;
  });
  if (scenarios === undefined) return;
  route(endpoints.devScenarios, () => scenarios.read());
  route(endpoints.chooseDevScenario, ({ body }) => {
    choose(scenarios, body);
    return scenarios.read();
  });
}

/** Throws MALFORMED_REQUEST for a service or a scenario that does not exist. */
function choose(scenarios: Scenarios, choice: endpoints.DevScenarioChoice): void {
  try {
    if ('reset' in choice) scenarios.reset();
    else scenarios.choose(choice.service, choice.scenario);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new AppError('MALFORMED_REQUEST', { detail: error.message });
  }
}

/** Of a parameter that is given twice the first. */
const queryOf = (ctx: Context): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(ctx.query).map(([name, value]) => [name, [value ?? ''].flat()[0] ?? '']));
