import * as v from 'valibot';
import type { Endpoint } from '#contract/endpoint.ts';
import { type ProblemCode, problemSchema } from '#contract/problem.ts';
import * as endpoints from '#contract/relays.ts';
import { timeLimit } from '#platform/time-limit.ts';

/** Why a call did not do what it should. `offline`: no answer came. `detail` is in words for people. */
export class RelayFailure extends Error {
  override readonly name = 'RelayFailure';
  readonly code: ProblemCode | 'offline';
  readonly detail: string | undefined;

  constructor(code: ProblemCode | 'offline', detail?: string) {
    super(code);
    this.code = code;
    this.detail = detail;
  }
}

const PASSING: ReadonlySet<string> = new Set([
  'offline',
  'RATE_LIMITED',
  'UNAVAILABLE',
  'REQUEST_TIMEOUT',
  'INTERNAL_ERROR',
]);
/** Whether the same question may be answered later. */
export const isPassing = ({ code }: RelayFailure): boolean => PASSING.has(code);

const LIMIT_MS = 30_000;
/** A phone at the edge of its network; who waits longer tries again. */
export const CONTENT_LIMIT_MS = 10 * 60_000;

/** One side of a relay: what it is, and the right to it. */
export interface Right {
  readonly id: string;
  readonly secret: string;
}

interface CallOptions {
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  readonly limitMs?: number;
  readonly keepalive?: boolean;
}

/** Asks for an endpoint. Rejects with RelayFailure. */
export async function call(endpoint: Endpoint, right?: Right, options: CallOptions = {}): Promise<Response> {
  const { body, headers, limitMs = LIMIT_MS, keepalive = false, signal = timeLimit(limitMs) } = options;
  const answer = await fetch(addressOf(endpoint, right), {
    method: endpoint.method,
    cache: 'no-store',
    keepalive,
    signal,
    headers: {
      ...headers,
      ...(right && authorized(right)),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
  }).catch(() => {
    throw new RelayFailure('offline');
  });
  if (!answer.ok) throw failureOf(await answer.json().catch(() => undefined));
  if (answer.status !== 204 && !OURS.test(answer.headers.get('Content-Type') ?? '')) throw new RelayFailure('offline');
  return answer;
}

/** What our server answers with. A page of a proxy or a Wi-Fi that stands in its place is no answer, also with 200. */
const OURS = /^application\/(?:json|octet-stream)\b/;

const addressOf = ({ path }: Endpoint, right?: Right): string => (right ? path.replace(':id', right.id) : path);
const authorized = ({ secret }: Right) => ({ Authorization: `Bearer ${secret}` });

/** Only a problem document is our server's refusal: the page of something in between counts as no answer. */
function failureOf(body: unknown): RelayFailure {
  const problem = v.safeParse(problemSchema, body);
  if (problem.success) return new RelayFailure(problem.output.code as ProblemCode, problem.output.detail);
  return new RelayFailure('offline');
}

/** The answer as its endpoint declares it; any other is not our server's. Rejects with RelayFailure. */
export const readOf = async <S extends v.GenericSchema>(schema: S, answer: Response): Promise<v.InferOutput<S>> =>
  shapedAs(schema, await answer.json().catch(() => undefined));

/** Throws RelayFailure where an answer is not what our server says. */
function shapedAs<S extends v.GenericSchema>(schema: S, answer: unknown): v.InferOutput<S> {
  const read = v.safeParse(schema, answer);
  if (read.success) return read.output;
  throw new RelayFailure('offline');
}

/** The calls of both sides. All reject with RelayFailure. */
export const relayCalls = {
  make: async (slot: string) =>
    readOf(
      endpoints.makeRelay.response,
      await call(endpoints.makeRelay, undefined, { body: JSON.stringify({ slot }) }),
    ),
  look: async (right: Right) => readOf(endpoints.relay.response, await call(endpoints.relay, right)),
  open: async (right: Right) => readOf(endpoints.openRelay.response, await call(endpoints.openRelay, right)),
  content: async (right: Right): Promise<Blob> => {
    const answer = await call(endpoints.sealed, right, { limitMs: CONTENT_LIMIT_MS });
    return answer.blob().catch(() => {
      throw new RelayFailure('offline');
    });
  },
  acknowledge: async (right: Right): Promise<void> => void (await call(endpoints.acknowledgeSealed, right)),
  /** Goes out even where the page is left at this moment. */
  cancel: async (right: Right): Promise<void> => void (await call(endpoints.cancelRelay, right, { keepalive: true })),
  put: putSealed,
};
export type RelayCalls = typeof relayCalls;

async function putSealed(right: Right, sealed: Blob, onSent: (bytes: number) => void): Promise<void> {
  await sendBytes(endpoints.putSealed, right, sealed, { onSent });
}

interface BytesOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Gets the bytes that have left. */
  readonly onSent: (bytes: number) => void;
}

/**
 * By XMLHttpRequest: `fetch` does not say how much of a body has left. Resolves with the answer as its endpoint declares
 * it. Rejects with RelayFailure.
 */
export async function sendBytes<S extends v.GenericSchema>(
  endpoint: Endpoint & { readonly response: S },
  right: Right,
  bytes: Blob,
  options: BytesOptions,
): Promise<v.InferOutput<S>> {
  return shapedAs(endpoint.response, await exchange(endpoint, right, bytes, options));
}

function exchange(endpoint: Endpoint, right: Right, bytes: Blob, options: BytesOptions): Promise<unknown> {
  const { headers = {}, onSent } = options;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(endpoint.method, addressOf(endpoint, right));
    request.timeout = CONTENT_LIMIT_MS;
    const all = { ...headers, ...authorized(right), 'Content-Type': 'application/octet-stream' };
    for (const [name, value] of Object.entries(all)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded }) => onSent(loaded);
    request.onload = () => {
      if (request.status < 300) resolve(parsed(request.responseText));
      else reject(failureOf(parsed(request.responseText)));
    };
    request.onerror = () => reject(new RelayFailure('offline'));
    request.ontimeout = () => reject(new RelayFailure('offline'));
    request.send(bytes);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
