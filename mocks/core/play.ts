import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Effects } from './effects.ts';
import type { Pace } from './pace.ts';
import { seeded } from './random.ts';
import type { Received, ReceivedLog } from './received.ts';
import type { Scenario, Scenarios } from './scenarios.ts';
import type { Answer, Body, Call, Service } from './types.ts';

/** What a call needs to be played: the scenario, the clock, and where it is written down. */
export interface Stage {
  readonly seed: number;
  readonly received: ReceivedLog;
  readonly effects: Effects;
  readonly scenarios: Scenarios;
  readonly pace: Pace;
}

const FLAKY = ['accepts', 'accepts', 'accepts', 'accepts', 'failing', 'cut-before', 'cut-after'] as const;

/** Plays one call of a service from arrival to answer. Resolves when there is nothing more to say to the caller. */
export type Player = (service: Service, request: IncomingMessage, response: ServerResponse, url: URL) => Promise<void>;

export function createPlayer(stage: Stage): Player {
  const dice = new Map<string, ReturnType<typeof seeded>>();
  const settle = (service: Service, scenario: Scenario): Scenario => {
    if (scenario.scenario !== 'flaky') return scenario;
    const random = dice.get(service.name) ?? seeded(stage.seed, `flaky ${service.name}`);
    dice.set(service.name, random);
    return { ...scenario, scenario: random.pick(FLAKY) };
  };

  return async (service, request, response, url) => {
    const scenario = settle(service, stage.scenarios.next(service.name));
    const entry = stage.received.arrived({
      service: service.name,
      scenario: scenario.scenario,
      method: request.method ?? '',
      path: url.pathname,
      query: queryOf(url),
      headers: request.headers,
    });
    if (scenario.scenario === 'cut-before') return cut(request, entry);

    let body: Body;
    try {
      body = await service.read(request);
    } catch {
      entry.outcome = 'aborted';
      return;
    }
    Object.assign(entry, { bytes: body.bytes, body: body.value, files: body.files });
    await stage.pace.wait(service, scenario);
    if (scenario.scenario === 'hangs') {
      entry.outcome = 'hanging';
      return;
    }

    const answer = decide(stage, service, scenario, entry, body);
    entry.status = answer.status;
    if (scenario.scenario === 'cut-after') return cut(request, entry);
    if (scenario.scenario === 'fails-after') {
      entry.status = scenario.status ?? 504;
      entry.outcome = 'answered';
      return send(response, { status: entry.status, body: { Message: 'The gateway got no answer in time.' } });
    }
    if (scenario.scenario === 'half-answer') return answerHalf(response, answer, entry);
    entry.outcome = 'answered';
    send(response, scenario.scenario === 'garbage' ? GARBAGE : answer);
  };
}

/** The answer a scenario leads to; the work is done on the way unless the scenario forbids it. */
function decide(stage: Stage, service: Service, scenario: Scenario, entry: Received, body: Body): Answer {
  const call: Call = { service: service.name, path: entry.path, query: entry.query, headers: entry.headers, body };
  const refusal = refusalOf(scenario) ?? service.guard?.(call);
  if (refusal) return refusal;
  if (body.problem !== undefined) return { status: 400, body: { Message: body.problem } };
  const work = () => (service.scenarios?.[scenario.scenario] ?? service.answer)(call);
  if (!service.keyed) return work();
  const { answer, replayed } = stage.effects.once(service.name, entry.idempotencyKey, body.files, work);
  entry.replayed = replayed;
  return answer;
}

const GARBAGE: Answer = {
  status: 200,
  body: '<!doctype html><html><body>We are sorry',
  headers: { 'content-type': 'text/html' },
};

/** The scenarios in which nothing is done. */
function refusalOf({ scenario, status, retryAfter }: Scenario): Answer | undefined {
  const wait = (seconds: number) => ({ 'retry-after': String(seconds) });
  if (scenario === 'failing') {
    const headers = retryAfter === undefined ? {} : wait(retryAfter);
    return { status: status ?? 503, body: { Message: 'The service is not available.' }, headers };
  }
  if (scenario === 'rate-limited') {
    return { status: 429, body: { Message: 'Too many requests.' }, headers: wait(retryAfter ?? 1) };
  }
  if (scenario === 'token-expired') {
    return { status: 401, body: { Message: 'Authorization has been denied for this request.' } };
  }
  return undefined;
}

function cut(request: IncomingMessage, entry: Received): void {
  entry.outcome = 'cut';
  request.socket.resetAndDestroy();
}

/** Promises the whole length, sends half of it, and goes. */
function answerHalf(response: ServerResponse, answer: Answer, entry: Received): void {
  entry.outcome = 'half-answered';
  const text = textOf(answer) || '{"status":"accepted"}';
  response.writeHead(answer.status, { ...headersOf(answer), 'content-length': Buffer.byteLength(text) });
  response.write(text.slice(0, Math.ceil(text.length / 2)), () => response.destroy());
}

function send(response: ServerResponse, answer: Answer): void {
  if (response.destroyed) return;
  const text = textOf(answer);
  response.writeHead(answer.status, { ...headersOf(answer), 'content-length': Buffer.byteLength(text) });
  response.end(text);
}

function textOf({ body }: Answer): string {
  if (body === undefined) return '';
  return typeof body === 'string' ? body : JSON.stringify(body);
}

const headersOf = (answer: Answer) => ({ 'content-type': 'application/json; charset=utf-8', ...answer.headers });

const queryOf = (url: URL) =>
  Object.fromEntries([...url.searchParams].map(([name, value]) => [name.toLowerCase(), value]));
