import * as v from 'valibot';
import { CallFailure, unconfiguredService } from '../ports/call-failure.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import { createBreaker } from './breaker.ts';
import { createExchange, type Exchange, type Exchanged, type OutboundRequest } from './exchange.ts';
import type { Metrics } from './prometheus.ts';
import type { Redact } from './redact.ts';

/** One call of an outside service. */
export interface OutboundCall<Result> extends Pick<OutboundRequest, 'body' | 'timeoutMs' | 'leaving'> {
  /** What figures and log lines call the service and what is asked of it: fixed words, no address and no id. */
  readonly service: string;
  readonly operation: string;
  /** A call without an address waits for it to be configured: it fails as `busy`. */
  readonly url: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * The `Idempotency-Key` header of a call that is made for an application. Such calls are held back while the service is
   * down. What has no key is a list, which has a cache of its own.
   */
  readonly key?: string;
  /** The tokens that the service asks for. One that is not honoured is replaced once. */
  readonly tokens?: TokenSource;
  /** The statuses of the answers that `read` understands, beside 2xx. */
  readonly understands?: (status: number) => boolean;
  /** Whether an answer shows that the service is not at this address, or not open to us. */
  readonly isMisconfigured?: (answer: Exchanged) => boolean;
  /** What the answer says. What it throws is the outcome of the call. */
  readonly read: (answer: Exchanged, redact: Redact) => Result;
  /** In place of the network. */
  readonly exchange?: Exchange | undefined;
}

export interface TokenSource {
  /** The token, fetched once for everybody who asks meanwhile. */
  get(): Promise<string>;
  /** Forgets a token that the service did not honour; a newer one stays. */
  renounce(token: string): void;
}

/** Makes one call: resolves with what `read` makes of the answer, rejects with CallFailure where there is none. */
export type Outbound = <Result>(call: OutboundCall<Result>) => Promise<Result>;

export interface OutboundOptions {
  /** The longest wait for the outside. */
  readonly timeoutMs: number;
  readonly redact: Redact;
  readonly clock: Pick<Clock, 'now' | 'monotonic' | 'random'>;
  readonly log: Pick<Log, 'info' | 'warn'>;
  readonly metrics: Pick<Metrics, 'call'>;
  /** In place of HTTP. */
  readonly network?: Exchange | undefined;
}

/**
 * The one way out of the server. Every call is timed, limited in time, and cleaned of secrets in what it says of a
 * refusal; one that is made for an application is not made while its service is down.
 */
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
    const isMisconfigured = call.isMisconfigured?.(answer) ?? false;
    if (isMisconfigured || !isRead(answer.status)) throw refusal(answer, { redact, now: clock.now(), isMisconfigured });
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

/** Success by HTTP ok. */
export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** The answer as JSON; throws CallFailure where it is none, or broke off. */
export function wholeJson({ status, text, whole }: Exchanged): unknown {
  const { success, output } = v.safeParse(JsonText, text);
  if (whole && success) return output;
  throw unreadable(status);
}

/** For an answer that is not the agreed format. */
export const unreadable = (status: number): CallFailure =>
  new CallFailure('unreadable', 'The answer could not be read', { status });

const JsonText = v.pipe(v.string(), v.parseJson());

/** A token may have ended before its time; one that was fetched just now and is not honoured is refused for good. */
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
  { redact, now, isMisconfigured }: { readonly redact: Redact; readonly now: Date; readonly isMisconfigured: boolean },
): CallFailure {
  // Sent twice it is a list, whatever its type says.
  const retryAfterMs = retryAfter([headers['retry-after']].flat()[0], headers.date, now);
  const said = v.safeParse(Refusal, text);
  // With any of 5xx but 503 the work may have been done: a gateway or a fault can come after it (R7.19).
  const isLost = status >= 500 && status !== 503;
  const kind = isMisconfigured ? 'misconfigured' : isLost ? 'unanswered' : PASSING.has(status) ? 'busy' : 'refused';
  return new CallFailure(kind, `Answered with ${status}`, {
    status,
    // A page is a sign-in or an error page of somebody else, and is not quoted.
    body: isSuccess(status) ? 'a web page instead of an answer' : redact(text),
    ...(said.success && { bodyMessage: redact(said.output.message) }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}

/** An HTTP date begins with its weekday; what else `Date.parse` would take for a date ('-5', '1.5') is none. */
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /;

/**
 * Milliseconds that a `Retry-After` header asks for, as seconds or as a date by the clock of the one who answered; never
 * below 0. Undefined for anything else. How much of it is believed is up to those who wait.
 */
function retryAfter(header: string | undefined, answeredAt: string | undefined, now: Date): number | undefined {
  const given = header?.trim() ?? '';
  if (/^\d+$/.test(given)) return Number(given) * 1000;
  if (!HTTP_DATE.test(given)) return undefined;
  const theirs = Date.parse(answeredAt ?? '');
  const ms = Date.parse(given) - (Number.isNaN(theirs) ? now.getTime() : theirs);
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
