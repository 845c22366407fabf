import { CallFailure } from '../ports/call-failure.ts';
import type { CallOptions, Records } from '../ports/records.ts';
import type { Outbound } from './outbound.ts';
import type { OutboundAnswer, OutboundRequest } from './outbound-request.ts';
import { printed } from './printed.ts';
import type { TokenSource } from './records-token.ts';
import { readSubmission, readValidation } from './records-verdict.ts';
import type { Redact } from './redact.ts';

export interface HttpRecordsOptions {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly outbound: Outbound;
  readonly tokens: TokenSource;
  readonly redact: Redact;
}

/** Answers in which the records API gives its reasons; the other refusals are none of the applicant's. */
const GIVES_REASONS = new Set([400, 409, 422]);

/** The records API over HTTP. A token that is not honoured is renewed once per call. */
export function createHttpRecords({ baseUrl, outbound, tokens, redact }: HttpRecordsOptions): Records {
  const call = async (request: Omit<OutboundRequest, 'url'> & { readonly path: string }): Promise<OutboundAnswer> => {
    const { path, ...rest } = request;
    const send = async () => {
      const token = await tokens.get();
      const headers = { ...rest.headers, authorization: `Bearer ${token}` };
      const reads = (status: number) => status === 401 || (rest.reads?.(status) ?? false);
      const answer = await outbound({ ...rest, url: baseUrl + path, headers, reads });
      if (answer.status === 401) tokens.renounce(token);
      return answer;
    };
    const first = await send();
    const answer = first.status === 401 ? await send() : first;
    if (answer.status === 401) throw new CallFailure('busy', 'The service account was refused', { status: 401 });
    return answer;
  };
  const post = (path: string, offer: object, { key }: CallOptions) =>
    call({
      method: 'POST',
      path,
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: printed(offer),
      reads: (status) => GIVES_REASONS.has(status),
    });
  const read = async (path: string) => parsed(await call({ method: 'GET', path }));

  return {
    validate: async (offer, options) =>
      readValidation(await post('/api/V1/StudentOffers/Validate', offer, options), redact),
    submit: async (offer, options) => readSubmission(await post('/api/V1/StudentOffers', offer, options), redact),
    intakes: (query) => read(`/api/V1/CourseIntakes?${new URLSearchParams(query)}`),
    classification: (list) => read(`/api/Classification/${encodeURIComponent(list)}`),
  };
}

function parsed(answer: OutboundAnswer): unknown {
  try {
    if (answer.whole) return JSON.parse(answer.text);
  } catch {}
  throw new CallFailure('unreadable', 'The answer could not be read', { status: answer.status });
}
