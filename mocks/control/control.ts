import type { Context } from 'koa';
import type { Effect } from '../core/effects.ts';
import { readJson } from '../core/read-body.ts';
import type { Received, ReceivedFilter } from '../core/received.ts';
import type { ScenarioRequest } from '../core/scenarios.ts';
import type { OfferRecord } from '../records/offers.ts';

/** What the mocks can be told and asked, by call or as methods of what startMocks returns. */
export interface Control {
  /** Makes services play a scenario. Throws RangeError, saying what there is, when it does not exist. */
  setScenario(request: ScenarioRequest): void;
  /** What arrived, oldest first. */
  received(filter?: ReceivedFilter): Received[];
  /** What was really done, one entry per Idempotency-Key. */
  effects(service?: Effect['service']): Effect[];
  /** The records API's offers, one per OfferId. */
  offers(): OfferRecord[];
  /** Every token given out stops working. */
  expireTokens(): void;
  /** Every service accepts again, and nothing has arrived. */
  reset(): void;
  /** The scenarios there are and the one each service plays. */
  scenarios(): { playing: Record<string, string>; available: Record<string, string[]> };
}

const PREFIX = '/__control/';

/** Answers a control call; false when it is none. Refusals are 400 with a `message`. */
export async function answerControl(ctx: Context, control: Control): Promise<boolean> {
  if (!ctx.path.startsWith(PREFIX)) return false;
  const name = `${ctx.method} ${ctx.path.slice(PREFIX.length)}`;
  const handler = Object.hasOwn(HANDLERS, name) ? HANDLERS[name] : undefined;
  if (!handler) {
    ctx.status = 404;
    ctx.body = { message: `No such control call. There is: ${Object.keys(HANDLERS).join(', ')}.` };
    return true;
  }
  try {
    ctx.body = (await handler(ctx, control)) ?? { ok: true };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    ctx.status = 400;
    ctx.body = { message: error.message };
  }
  return true;
}

type Handler = (ctx: Context, control: Control) => unknown;

const HANDLERS: Readonly<Record<string, Handler>> = {
  'POST scenario': async (ctx, control) => {
    const { value } = await readJson(ctx.req);
    control.setScenario(scenarioFrom(value));
  },
  'GET scenarios': (_ctx, control) => control.scenarios(),
  'GET received': (ctx, control) => control.received(filterFrom(ctx.URL.searchParams, control)),
  'GET effects': (ctx, control) => control.effects(serviceFrom(ctx.URL.searchParams, control)),
  'GET offers': (_ctx, control) => control.offers(),
  'POST expire-tokens': (_ctx, control) => control.expireTokens(),
  'POST reset': (_ctx, control) => control.reset(),
};

function scenarioFrom(value: unknown): ScenarioRequest {
  const { service, scenario, ...rest } = Object(value) as Record<string, unknown>;
  if (typeof service !== 'string' || typeof scenario !== 'string') {
    throw new RangeError('A scenario is { service, scenario, times?, delayMs?, status?, retryAfter? }.');
  }
  const numbers = Object.fromEntries(
    (['times', 'delayMs', 'status', 'retryAfter'] as const).flatMap((name) => {
      const number = rest[name];
      if (number === undefined) return [];
      if (Number.isSafeInteger(number) && Number(number) >= 0) return [[name, Number(number)]];
      throw new RangeError(`${name} has to be a whole number.`);
    }),
  );
  return { service, scenario, ...numbers };
}

function filterFrom(query: URLSearchParams, control: Control): ReceivedFilter {
  const service = serviceFrom(query, control);
  const key = query.get('key');
  return {
    ...(service && { service }),
    ...(key !== null && { idempotencyKey: key }),
    after: Number(query.get('after') ?? 0),
  };
}

function serviceFrom(query: URLSearchParams, control: Control): string | undefined {
  const name = query.get('service');
  const names = Object.keys(control.scenarios().playing);
  if (name === null || names.includes(name)) return name ?? undefined;
  throw new RangeError(`No service '${name}'. There is: ${names.join(', ')}.`);
}
