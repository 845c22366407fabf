import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Effect, Received, ReceivedFilter } from './core/journal.ts';
import { send } from './core/play.ts';
import type { ScenarioRequest } from './core/scenarios.ts';
import { readJson } from './core/service.ts';
import type { OfferRecord } from './records/offers.ts';

/** The controls of the mocks, as HTTP calls or as methods of the result of startMocks. */
export interface Control {
  /** Makes services play a scenario. Throws RangeError with the known scenarios if this one is unknown. */
  setScenario(request: ScenarioRequest): void;
  /** The calls that arrived, oldest first. */
  received(filter?: ReceivedFilter): Received[];
  /** The work that was done, one entry per Idempotency-Key. */
  effects(service?: string): Effect[];
  /** The records API's offers, one per OfferId. */
  offers(): OfferRecord[];
  /** Revokes every issued token. */
  expireTokens(): void;
  /** Makes every service accept again and forgets all calls. */
  reset(): void;
  /** All scenarios, and the one that each service plays. */
  scenarios(): { playing: Record<string, string>; available: Record<string, string[]> };
}

/** The path prefix of control calls. */
export const CONTROL_PREFIX = '/__control/';

type Handler = (control: Control, query: URLSearchParams, request: IncomingMessage) => unknown;

const HANDLERS: Readonly<Record<string, Handler>> = {
  'POST scenario': async (control, _query, request) => {
    control.setScenario(scenarioFrom((await readJson(request)).value));
  },
  'GET scenarios': (control) => control.scenarios(),
  'GET received': (control, query) =>
    control.received({
      ...serviceFrom(control, query),
      ...(query.has('key') && { idempotencyKey: query.get('key') ?? '' }),
      after: Number(query.get('after') ?? 0),
    }),
  'GET effects': (control, query) => control.effects(serviceFrom(control, query).service),
  'GET offers': (control) => control.offers(),
  'POST expire-tokens': (control) => control.expireTokens(),
  'POST reset': (control) => control.reset(),
};

/** Answers a control call. Refusals are 400 with a `message`. */
export async function answerControl(
  control: Control,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const name = `${request.method} ${url.pathname.slice(CONTROL_PREFIX.length)}`;
  const handler = Object.hasOwn(HANDLERS, name) ? HANDLERS[name] : undefined;
  if (!handler) {
    const message = `Unknown control call. Known calls: ${Object.keys(HANDLERS).join(', ')}.`;
    return send(response, { status: 404, body: { message } });
  }
  try {
    const body = (await handler(control, url.searchParams, request)) ?? { ok: true };
    send(response, { status: 200, body });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    send(response, { status: 400, body: { message: error.message } });
  }
}

function scenarioFrom(value: unknown): ScenarioRequest {
  const { service, scenario, times, delayMs, status, retryAfter } = Object(value) as Record<string, unknown>;
  if (typeof service !== 'string' || typeof scenario !== 'string') {
    throw new RangeError('Expected { service, scenario, times?, delayMs?, status?, retryAfter? }.');
  }
  const numbers = Object.entries({ times, delayMs, status, retryAfter }).filter(([, number]) => number !== undefined);
  for (const [name, number] of numbers) {
    if (!Number.isSafeInteger(number) || Number(number) < 0) throw new RangeError(`${name} must be a whole number.`);
  }
  return { service, scenario, ...Object.fromEntries(numbers) };
}

function serviceFrom(control: Control, query: URLSearchParams): { readonly service?: string } {
  const service = query.get('service');
  if (service === null) return {};
  const names = Object.keys(control.scenarios().playing);
  if (names.includes(service)) return { service };
  throw new RangeError(`Unknown service '${service}'. Known services: ${names.join(', ')}.`);
}
