import * as v from 'valibot';
import { CallFailure } from '../ports/call-failure.ts';
import type { Outbound, TokenSource } from './outbound.ts';

/** A token is renewed this long before it expires. */
const MARGIN_MS = 30_000;
const DEFAULT_LIFE_S = 600;
/** Recent tokens, which may still be valid. */
const MASKED = 3;

/** Characters allowed in a header. Another token could not be sent, so it would never be refused and renewed. */
const SENDABLE = /^[\x21-\x7e]+$/;

export const TokenAnswer = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    access_token: v.pipe(v.string(), v.regex(SENDABLE)),
    /** Seconds. */
    expires_in: v.fallback(
      v.pipe(v.union([v.number(), v.string()]), v.transform(Number), v.gtValue(0)),
      DEFAULT_LIFE_S,
    ),
  }),
);

interface RecordsTokensOptions {
  readonly outbound: Outbound;
  readonly url: string;
  readonly username: string;
  readonly password: string;
  readonly monotonic: () => number;
  /** The latest tokens, to be masked like the configured secrets. */
  readonly issued: string[];
}

/** The tokens of the records API's service account (R10.1). */
export function createRecordsTokens(options: RecordsTokensOptions): TokenSource {
  const { issued, monotonic } = options;
  let current: { readonly token: string; readonly until: number } | undefined;
  let pending: Promise<string> | undefined;

  const fetchToken = async () => {
    const { token, lifeMs } = await requestToken(options);
    current = { token, until: monotonic() + Math.max(lifeMs - MARGIN_MS, lifeMs / 2) };
    issued.unshift(token);
    issued.splice(MASKED);
    return token;
  };
  return {
    get: () => {
      if (current && monotonic() < current.until) return Promise.resolve(current.token);
      pending ??= fetchToken().finally(() => {
        pending = undefined;
      });
      return pending;
    },
    renounce: (token) => {
      if (current?.token === token) current = undefined;
    },
  };
}

async function requestToken({ outbound, url, username, password }: RecordsTokensOptions) {
  const answer = await outbound({
    service: 'records',
    operation: 'token',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ grant_type: 'password', username, password }).toString(),
    read: ({ text }) => v.safeParse(TokenAnswer, text),
  }).catch((cause) => {
    throw tokenFailure(cause);
  });
  if (!answer.success) throw new CallFailure('busy', 'No access token in response');
  const { access_token, expires_in } = answer.output;
  return { token: access_token, lifeMs: expires_in * 1000 };
}

/** The call was not made and will be retried. If the account is refused, the college must correct its settings. */
function tokenFailure(cause: unknown): CallFailure {
  const { kind, retryAfterMs } = cause instanceof CallFailure ? cause : {};
  const isRefused = kind === 'refused';
  const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
  return new CallFailure(isRefused ? 'unconfigured' : 'busy', 'Token request failed', { cause, ...wait });
}
