import * as v from 'valibot';
import { CallFailure, unconfiguredService } from '../ports/call-failure.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import { createBreaker } from './breaker.ts';
import { createExchange, type Exchange, type Exchanged, type OutboundRequest } from './exchange.ts';
import type { Metrics } from './prometheus.ts';
import type { Redact } from './redact.ts';

export interface OutboundCall<Result> extends Pick<OutboundRequest, 'body' | 'timeoutMs' | 'leaving'> {
  /** Constant names for metrics and log lines, without addresses and ids. */
  readonly service: string;
  readonly operation: string;
  /** Without an address the call fails as `unconfigured`. */
  readonly url: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** The `Idempotency-Key` of a call for an application, which the breaker may stop. Lists have none. */
  readonly key?: string;
  /** The service's access tokens. A token that is refused is replaced once. */
  readonly tokens?: TokenSource;
  /** The statuses of the answers that `read` understands, beside 2xx. */
  readonly understands?: (status: number) => boolean;
  /** Reads the answer. An error that it throws is the outcome of the call. */
  readonly read: (answer: Exchanged, redact: Redact) => Result;
  readonly exchange?: Exchange | undefined;
}

export interface TokenSource {
  /** The token. Callers at the same time share one request. */
  get(): Promise<string>;
  /** Removes a token that the service refused; a newer one stays. */
  renounce(token: string): void;
}

/** Makes one call: resolves with the result of `read`, rejects with CallFailure if there is no answer. */
export type Outbound = <Result>(call: OutboundCall<Result>) => Promise<Result>;

export interface OutboundOptions {
  readonly timeoutMs: number;
  readonly redact: Redact;
  readonly clock: Pick<Clock, 'now' | 'monotonic' | 'random'>;
  readonly log: Pick<Log, 'info' | 'warn'>;
  readonly metrics: Pick<Metrics, 'call'>;
  readonly network?: Exchange | undefined;
}

/** Measures and limits every outside call, and masks refusals. While a service is down, applications do not call it. */
export function createOutbound(options: OutboundOptions): Outbound {
  const { redact, clock, log, metrics, network = createExchange(options.timeoutMs) } = options;
  const guard = createBreaker({ clock, log });

  const send = async <Result>(call: OutboundCall<Result>): Promise<Result> => {
    const { url, exchange = network, body, key, leaving, tokens, timeoutMs } = call;
    if (url === undefined || !URL.canParse(url)) throw unconfiguredService();
    const isRead = (status: number) =>
      isSuccess(status) || (status === 401 && tokens !== undefined) || call.understands?.(status) === true;
    const request = { url, body, isRead, leaving, timeoutMs };
    const headers = { ...call.headers, ...(key !== undefined && { 'idempotency-key': key }) };
    const answer = tokens
      ? await withToken(tokens, (authorization) => exchange({ ...request, headers: { ...headers, authorization } }))
      : await exchange({ ...request, headers });
    const isClosed = key !== undefined && isMisconfigured(answer);
    if (isClosed || !isRead(answer.status)) throw refusal(answer, { redact, now: clock.now(), isClosed });
    return call.read(answer, redact);
  };

  const measured = async <Result>(call: OutboundCall<Result>): Promise<Result> => {
    const { service, operation } = call;
    const began = clock.monotonic();
    const count = (outcome: string) =>
      metrics.call({ service, operation, outcome, seconds: (clock.monotonic() - began) / 1000 });
    try {
      const result = await send(call);
      count('answered');
      return result;
    } catch (failure) {
      count(failure instanceof CallFailure ? failure.kind : 'fault');
      throw failure;
    }
  };

  return (call) =>
    call.key === undefined
      ? measured(call)
      : guard(`${call.service} ${call.operation}`, call.key, () => measured(call));
}

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** An account without permission, an expired address, a service that was turned off or removed. */
const CLOSED = new Set([401, 403, 404, 410]);
/** A complete web page with a head or a body. A flow may answer with a word between tags, which is a success. */
const WEB_PAGE = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!doctype html\b|<html\b[^>]*>\s*<(?:head|title|meta|body)\b)/i;

/** Whether the service is not at this address, or denies access. Redirects and web pages are sign-ins, not answers. */
const isMisconfigured = ({ status, text }: Exchanged): boolean =>
  CLOSED.has(status) || (status >= 300 && status < 400) || (isSuccess(status) && WEB_PAGE.test(text));

/** The answer as JSON; throws CallFailure if it is not JSON or not whole. */
export function wholeJson({ status, text, whole }: Exchanged): unknown {
  const { success, output } = v.safeParse(JsonText, text);
  if (whole && success) return output;
  throw unreadable(status);
}

export const unreadable = (status: number): CallFailure =>
  new CallFailure('unreadable', 'The answer could not be read', { status });

const JsonText = v.pipe(v.string(), v.parseJson());

/** A token may have expired early. If a new one is refused as well, the account is refused. */
async function withToken(tokens: TokenSource, send: (authorization: string) => Promise<Exchanged>): Promise<Exchanged> {
  const trySend = async () => {
    const token = await tokens.get();
    const answer = await send(`Bearer ${token}`);
    if (answer.status === 401) tokens.renounce(token);
    return answer;
  };
  const first = await trySend();
  const answer = first.status === 401 ? await trySend() : first;
  if (answer.status === 401) throw new CallFailure('busy', 'The service account was refused', { status: 401 });
  return answer;
}

/** Answers after which the same call may be accepted later. */
const PASSING = new Set([408, 429, 503]);
const Refusal = v.pipe(JsonText, v.object({ message: v.pipe(v.string(), v.nonEmpty()) }));

function refusal(
  { status, text, headers }: Exchanged,
  { redact, now, isClosed }: { readonly redact: Redact; readonly now: Date; readonly isClosed: boolean },
): CallFailure {
  // If the header was sent twice, it is a list, whatever its type.
  const retryAfterMs = retryAfter([headers['retry-after']].flat()[0], headers.date, now);
  const said = v.safeParse(Refusal, text);
  // After a 5xx other than 503 the work may be done: a gateway or a fault can fail after it (R7.19).
  const isLost = status >= 500 && status !== 503;
  const kind = isClosed ? 'misconfigured' : isLost ? 'unanswered' : PASSING.has(status) ? 'busy' : 'refused';
  // A web page is a sign-in or an error page of another system, and is not quoted.
  const isPage = isSuccess(status);
  return new CallFailure(kind, isPage ? 'A web page came instead of an answer' : `Answered with ${status}`, {
    status,
    body: isPage ? 'a web page instead of an answer' : redact(text),
    ...(said.success && { bodyMessage: redact(said.output.message) }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}

/** An HTTP date begins with a weekday; `Date.parse` would also accept '-5' and '1.5'. */
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /;

/** The value of a `Retry-After` header in milliseconds, without a limit; undefined if it cannot be read. */
function retryAfter(header: string | undefined, answeredAt: string | undefined, now: Date): number | undefined {
  const given = header?.trim() ?? '';
  if (/^\d+$/.test(given)) return Number(given) * 1000;
  if (!HTTP_DATE.test(given)) return undefined;
  const theirs = Date.parse(answeredAt ?? '');
  const ms = Date.parse(given) - (Number.isNaN(theirs) ? now.getTime() : theirs);
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
