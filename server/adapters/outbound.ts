import { CallFailure } from '../ports/call-failure.ts';
import { createExchange, type Exchanged } from './exchange.ts';
import type { OutboundAnswer, OutboundRequest } from './outbound-request.ts';
import type { Redact } from './redact.ts';

/** Sends one request. Resolves with an answer that the caller reads, rejects with CallFailure for everything else. */
export type Outbound = (request: OutboundRequest) => Promise<OutboundAnswer>;

/** The one way out of the server. `timeoutMs` is the longest wait for the outside. */
export function createOutbound({ timeoutMs, redact }: { timeoutMs: number; redact: Redact }): Outbound {
  const exchange = createExchange(timeoutMs);
  return async (request) => {
    const answer = await exchange(request);
    if (isSuccess(answer.status) || request.reads?.(answer.status)) return answer;
    throw refusal(answer, redact);
  };
}

/** Success by HTTP ok. */
export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

const PASSING = new Set([408, 429]);

function refusal(answer: Exchanged, redact: Redact): CallFailure {
  const { status, text, headers } = answer;
  // Sent twice it is a list, whatever its type says.
  const retryAfterMs = retryAfter([headers['retry-after']].flat()[0], headers.date);
  const bodyMessage = messageOf(text);
  // A gateway's word for "no answer came".
  const lost = status === 502 || status === 504;
  const kind = lost ? 'unanswered' : PASSING.has(status) || status >= 500 ? 'busy' : 'refused';
  return new CallFailure(kind, `Answered with ${status}`, {
    status,
    body: redact(text),
    ...(bodyMessage === undefined ? {} : { bodyMessage: redact(bodyMessage) }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}

/** An HTTP date begins with its weekday; what else `Date.parse` would take for a date ('-5', '1.5') is none. */
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /;

/**
 * Milliseconds that a `Retry-After` header asks for, as seconds or as a date by the clock of the one who answered; never
 * below 0. Undefined for anything else. How much of it is believed is for those who wait.
 */
function retryAfter(header: string | undefined, answeredAt: string | undefined): number | undefined {
  const given = header?.trim() ?? '';
  if (/^\d+$/.test(given)) return inRange(Number(given) * 1000);
  if (!HTTP_DATE.test(given)) return undefined;
  const theirs = Date.parse(answeredAt ?? '');
  return inRange(Date.parse(given) - (Number.isNaN(theirs) ? Date.now() : theirs));
}

const inRange = (ms: number): number | undefined => (Number.isNaN(ms) ? undefined : Math.max(0, ms));

function messageOf(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return undefined;
    const message = 'message' in value ? value.message : undefined;
    return typeof message === 'string' && message !== '' ? message : undefined;
  } catch {
    return undefined;
  }
}
