import type { Random } from '../core/random.ts';
import { readForm } from '../core/read-body.ts';
import type { Answer, Call, Service } from '../core/types.ts';

/** The service account that the token endpoint knows. */
export interface Account {
  readonly username: string;
  readonly password: string;
}

const DENIED: Answer = { status: 401, body: { Message: 'Authorization has been denied for this request.' } };

/** The tokens given out: who has none, or an expired one, gets 401. */
export class Tokens {
  readonly #ttlMs: number;
  readonly #random: Random;
  readonly #now: () => Date;
  #expiry = new Map<string, number>();

  constructor(options: { ttlMs: number; random: Random; now: () => Date }) {
    this.#ttlMs = options.ttlMs;
    this.#random = options.random;
    this.#now = options.now;
  }

  issue(): { access_token: string; token_type: 'bearer'; expires_in: number } {
    const token = this.#random.hex(48);
    this.#expiry.set(token, this.#now().getTime() + this.#ttlMs);
    const [oldest] = this.#expiry.keys();
    if (this.#expiry.size > 100 && oldest !== undefined) this.#expiry.delete(oldest);
    return { access_token: token, token_type: 'bearer', expires_in: Math.floor(this.#ttlMs / 1000) };
  }

  /** Every token given out so far stops working, without anybody being told. */
  expireAll(): void {
    this.#expiry.clear();
  }

  /** The guard of every records call but the token's own. */
  readonly guard = ({ headers }: Call): Answer | undefined => {
    const [, token = ''] = /^bearer (\S+)$/i.exec(headers.authorization ?? '') ?? [];
    return (this.#expiry.get(token) ?? 0) > this.#now().getTime() ? undefined : DENIED;
  };
}

/** POST /token: the OAuth password grant, form-encoded. */
export function tokenService(base: string, account: Account, tokens: Tokens): Service {
  return {
    name: 'token',
    method: 'POST',
    path: `${base}/token`,
    pace: 'read',
    read: readForm,
    answer: ({ body }) => (isAccount(body.value, account) ? { status: 200, body: tokens.issue() } : REFUSED),
    scenarios: { 'rejects-message': () => REFUSED },
  };
}

const REFUSED: Answer = {
  status: 400,
  body: { error: 'invalid_grant', error_description: 'The user name or password is incorrect.' },
};

function isAccount(form: unknown, account: Account): boolean {
  const { grant_type, username, password } = Object(form) as Record<string, unknown>;
  return grant_type === 'password' && username === account.username && password === account.password;
}
