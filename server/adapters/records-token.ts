import { CallFailure } from '../ports/call-failure.ts';
import type { Outbound } from './outbound.ts';

/** Renewed this long before the records API says that it ends. */
const MARGIN_MS = 30_000;
const DEFAULT_LIFE_MS = 10 * 60_000;

export interface TokenSource {
  /** The token, fetched once for everybody who asks meanwhile. */
  get(): Promise<string>;
  /** Forgets a token that the records API did not honour; a newer one stays. */
  renounce(token: string): void;
  /** Tokens that may still be honoured somewhere, to be kept out of texts. */
  known(): readonly string[];
}

/** The password grant of the records API's service account (spec §7 `POST {crics}/token`). */
export function createTokenSource(options: {
  readonly outbound: Outbound;
  readonly url: string;
  readonly username: string;
  readonly password: string;
  readonly monotonic: () => number;
}): TokenSource {
  let current: { readonly token: string; readonly until: number } | undefined;
  let pending: Promise<string> | undefined;
  const recent: string[] = [];

  const fetchToken = async () => {
    const { token, lifeMs } = await requestToken(options);
    current = { token, until: options.monotonic() + Math.max(lifeMs - MARGIN_MS, lifeMs / 2) };
    recent.unshift(token);
    recent.length = Math.min(recent.length, 3);
    return token;
  };
  return {
    get: () => {
      if (current && options.monotonic() < current.until) return Promise.resolve(current.token);
      pending ??= fetchToken().finally(() => {
        pending = undefined;
      });
      return pending;
    },
    renounce: (token) => {
      if (current?.token === token) current = undefined;
    },
    known: () => recent,
  };
}

async function requestToken(options: Parameters<typeof createTokenSource>[0]) {
  const { username, password } = options;
  const answer = await options
    .outbound({
      method: 'POST',
      url: options.url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: 'password', username, password }).toString(),
    })
    .catch((cause) => {
      // A refused account is repaired by the college, not by the applicant: a passing trouble.
      throw new CallFailure('busy', 'Token request failed', { cause, ...waitOf(cause) });
    });
  const { access_token, expires_in } = parse(answer.text);
  if (typeof access_token !== 'string' || access_token === '') {
    throw new CallFailure('busy', 'No access token in response');
  }
  const seconds = Number(expires_in);
  return { token: access_token, lifeMs: seconds > 0 ? seconds * 1000 : DEFAULT_LIFE_MS };
}

function waitOf(cause: unknown): { retryAfterMs?: number } {
  const wait = cause instanceof CallFailure ? cause.retryAfterMs : undefined;
  return wait === undefined ? {} : { retryAfterMs: wait };
}

function parse(text: string): { access_token?: unknown; expires_in?: unknown } {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
