import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Journal, Received } from './journal.ts';
import { type Random, seeded } from './random.ts';
import type { Scenario, Scenarios } from './scenarios.ts';
import type { Answer, Body, Service } from './service.ts';

/** The milliseconds that a call takes: a fixed number or a range. */
export type Latency = number | { readonly min: number; readonly max: number };

/** Plays the calls of services. */
export interface Player {
  /** Plays one call from arrival to answer. Resolves when nothing more will be sent to the caller. */
  play(service: Service, request: IncomingMessage, response: ServerResponse, url: URL): Promise<void>;
  /** Ends every wait immediately. */
  close(): void;
}

const SLOW_MS = 5_000;
/** Lists are quicker than work, because a page needs several before it is usable. */
const READ_SHARE = 0.25;
const FLAKY = ['accepts', 'accepts', 'accepts', 'accepts', 'failing', 'cut-before', 'cut-after'] as const;

/** A player whose delays and flaky answers are the same for the same seed. */
export function createPlayer(options: {
  readonly seed: number;
  readonly latency: Latency;
  readonly journal: Journal;
  readonly scenarios: Scenarios;
}): Player {
  const { seed, latency, journal, scenarios } = options;
  const closing = new AbortController();
  const dice = new Map<string, Random>();
  // Each service has its own source, so that parallel calls to other services do not change its delays.
  const diceFor = (purpose: string): Random => {
    const random = dice.get(purpose) ?? seeded(seed, purpose);
    dice.set(purpose, random);
    return random;
  };
  const nextScenario = ({ name }: Service): Scenario => {
    const next = scenarios.next(name);
    return next.scenario === 'flaky' ? { ...next, scenario: diceFor(`flaky ${name}`).pick(FLAKY) } : next;
  };
  const delayOf = ({ name, method }: Service, { scenario, delayMs }: Scenario): number => {
    if (delayMs !== undefined) return delayMs;
    if (scenario === 'slow') return SLOW_MS;
    const ms = typeof latency === 'number' ? latency : diceFor(`pace ${name}`).int(latency.min, latency.max);
    return method === 'GET' ? ms * READ_SHARE : ms;
  };
  const wait = async (ms: number) => {
    // Rejects when the mocks close, because their connections end then.
    if (ms > 0) await sleep(ms, undefined, { signal: closing.signal }).catch(() => undefined);
  };

  const play: Player['play'] = async (service, request, response, url) => {
    const scenario = nextScenario(service);
    const entry = journal.arrived({
      service: service.name,
      scenario: scenario.scenario,
      method: request.method ?? '',
      path: url.pathname,
      query: Object.fromEntries([...url.searchParams].map(([name, value]) => [name.toLowerCase(), value])),
      headers: request.headers,
    });
    const cut = () => {
      entry.outcome = 'cut';
      request.socket.resetAndDestroy();
    };
    if (scenario.scenario === 'cut-before') return cut();
    let body: Body;
    try {
      body = await service.read(request);
    } catch {
      entry.outcome = 'aborted';
      return;
    }
    Object.assign(entry, { bytes: body.bytes, body: body.value, files: body.files });
    await wait(delayOf(service, scenario));
    if (scenario.scenario === 'hangs') {
      entry.outcome = 'hanging';
      return;
    }
    const answer = answerOf(service, scenario, entry, body, journal);
    entry.status = answer.status;
    if (scenario.scenario === 'cut-after') return cut();
    if (scenario.scenario === 'half-answer') {
      entry.outcome = 'half-answered';
      return sendHalf(response, answer);
    }
    entry.outcome = 'answered';
    if (scenario.scenario === 'fails-after') {
      entry.status = scenario.status ?? 504;
      return send(response, { status: entry.status, body: { Message: 'The gateway timed out.' } });
    }
    send(response, scenario.scenario === 'garbage' ? GARBAGE : answer);
  };
  return { play, close: () => closing.abort() };
}

const GARBAGE: Answer = {
  status: 200,
  body: '<!doctype html><html><body>We are sorry',
  headers: { 'content-type': 'text/html' },
};

/** The answer to a scenario. Does the work too, unless the scenario forbids it. */
function answerOf(service: Service, scenario: Scenario, entry: Received, body: Body, journal: Journal): Answer {
  const { path, query, headers, idempotencyKey } = entry;
  const call = { path, query, headers, idempotencyKey, body };
  const refusal = refusalOf(scenario) ?? service.guard?.(call);
  if (refusal) return refusal;
  if (body.problem !== undefined) return { status: 400, body: { Message: body.problem } };
  const work = () => (service.scenarios?.[scenario.scenario] ?? service.answer)(call);
  return service.keyed ? journal.once(entry, work) : work();
}

/** The answer of a scenario in which no work is done. */
function refusalOf({ scenario, status = 503, retryAfter }: Scenario): Answer | undefined {
  const later = (seconds: number | undefined) => (seconds === undefined ? {} : { 'retry-after': String(seconds) });
  switch (scenario) {
    case 'failing':
      return { status, body: { Message: 'The service is not available.' }, headers: later(retryAfter) };
    case 'rate-limited':
      return { status: 429, body: { Message: 'Too many requests.' }, headers: later(retryAfter ?? 1) };
    case 'token-expired':
      return { status: 401, body: { Message: 'Authorization has been denied for this request.' } };
    default:
      return undefined;
  }
}

/** Sends an answer, unless the caller has disconnected. */
export function send(response: ServerResponse, answer: Answer): void {
  if (!response.destroyed) response.end(writeHead(response, answer, ''));
}

/** Announces the whole length, sends half of it, and disconnects. */
function sendHalf(response: ServerResponse, answer: Answer): void {
  const text = writeHead(response, answer, '{"status":"accepted"}');
  response.write(text.slice(0, Math.ceil(text.length / 2)), () => response.destroy());
}

/** Writes status and headers, and returns the body as text, or `empty` if there is none. */
function writeHead(response: ServerResponse, { status, body = '', headers }: Answer, empty: string): string {
  const text = (typeof body === 'string' ? body : JSON.stringify(body)) || empty;
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    ...headers,
    'content-length': Buffer.byteLength(text),
  });
  return text;
}
