import type { CallOptions, Records } from '../ports/records.ts';
import { type Outbound, type OutboundCall, type TokenSource, wholeJson } from './outbound.ts';
import { readSubmission, readValidation } from './records-answers.ts';

interface HttpRecordsOptions {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly outbound: Outbound;
  readonly tokens: TokenSource;
  /** `RECORDS_SUBMIT_TIMEOUT_MS`: submitting an offer takes longer than anything else. */
  readonly submitTimeoutMs: number;
}

/** Statuses with reasons from the records API; other refusals are not about the application. */
const GIVES_REASONS: readonly number[] = [400, 409, 422];

export function createHttpRecords({ baseUrl, outbound, tokens, submitTimeoutMs }: HttpRecordsOptions): Records {
  const call = <Result>(
    path: string,
    rest: Pick<OutboundCall<Result>, 'operation' | 'key' | 'leaving' | 'body' | 'headers' | 'read' | 'timeoutMs'>,
  ) =>
    outbound({
      service: 'records',
      url: baseUrl + path,
      tokens,
      understands: (status) => rest.key !== undefined && GIVES_REASONS.includes(status),
      ...rest,
    });
  const json = (offer: object, { key, leaving }: CallOptions) => ({
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(offer),
    key,
    leaving,
  });
  return {
    validate: (offer, options) =>
      call('/api/V1/StudentOffers/Validate', { operation: 'validate', ...json(offer, options), read: readValidation }),
    submit: (offer, options) =>
      call('/api/V1/StudentOffers', {
        operation: 'submit',
        ...json(offer, options),
        timeoutMs: submitTimeoutMs,
        read: readSubmission,
      }),
    intakes: (query) =>
      call(`/api/V1/CourseIntakes?${new URLSearchParams(query)}`, { operation: 'intakes', read: wholeJson }),
    classification: (list) => call(`/api/Classification/${list}`, { operation: 'classification', read: wholeJson }),
  };
}
