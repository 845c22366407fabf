import { removeOldest } from '../core/journal.ts';
import type { Random } from '../core/random.ts';
import { type Answer, type Guard, readForm, type Service } from '../core/service.ts';

/** The service account that the token endpoint knows. */
export interface Account {
  readonly username: string;
  readonly password: string;
}

const DENIED: Answer = { status: 401, body: { Message: 'Authorization has been denied for this request.' } };
const REFUSED: Answer = {
  status: 400,
  body: { error: 'invalid_grant', error_description: 'The user name or password is incorrect.' },
};

/** The issued tokens. A call with no token or an expired token gets 401. */
export class Tokens {
  readonly #options: { readonly ttlMs: number; readonly random: Random; readonly now: () => Date };
  readonly #expiry = new Map<string, number>();

  constructor(options: { readonly ttlMs: number; readonly random: Random; readonly now: () => Date }) {
    this.#options = options;
  }

  /** What the token endpoint answers. */
  issue(): Answer {
    const { ttlMs, random, now } = this.#options;
    const token = random.hex(48);
    this.#expiry.set(token, now().getTime() + ttlMs);
    removeOldest(this.#expiry, 100);
    const body = { access_token: token, token_type: 'bearer', expires_in: Math.floor(ttlMs / 1000) };
    return { status: 200, body };
  }

  /** Revokes every token issued so far. */
  expireAll(): void {
    this.#expiry.clear();
  }

  /** The guard of every records call except the token call. */
  readonly guard: Guard = ({ headers }) => {
    const [, token = ''] = /^bearer (\S+)$/i.exec(headers.authorization ?? '') ?? [];
    return (this.#expiry.get(token) ?? 0) > this.#options.now().getTime() ? undefined : DENIED;
  };
}

/** POST /token: the OAuth password grant, form-encoded. */
export function tokenService(base: string, account: Account, tokens: Tokens): Service {
  return {
    name: 'token',
    method: 'POST',
    path: `${base}/token`,
    read: readForm,
    answer: ({ body }) => {
      const { grant_type, username, password } = Object(body.value) as Record<string, unknown>;
      const isRight = grant_type === 'password' && username === account.username && password === account.password;
      return isRight ? tokens.issue() : REFUSED;
    },
    scenarios: { 'rejects-message': () => REFUSED },
  };
}
