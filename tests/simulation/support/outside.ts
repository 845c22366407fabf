import type { Random } from '#mocks/core/random.ts';
import { type DocumentMark, documentsIn, markIn } from './marks.ts';
import type { Mix } from './mix.ts';
import type { Observer } from './observer.ts';

/** The services that keep effects. */
export type Service =
  | 'offers'
  | 'student-workflow'
  | 'agent-workflow'
  | 'file-workflow'
  | 'student-flow'
  | 'agent-flow';

export interface Effect {
  readonly service: Service;
  readonly key: string;
  readonly applicant: string;
  readonly revision: string;
  readonly offerId: string | undefined;
  readonly documents: readonly DocumentMark[];
}

export interface SimRequest {
  readonly path: string;
  readonly key: string | undefined;
  readonly authorization: string | undefined;
  readonly body: string;
}

export interface SimAnswer {
  readonly status: number;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const SERVICES: Readonly<Record<string, Service>> = {
  '/records/api/V1/StudentOffers': 'offers',
  '/student-workflow': 'student-workflow',
  '/agent-workflow': 'agent-workflow',
  '/file-workflow': 'file-workflow',
  '/student-flow': 'student-flow',
  '/agent-flow': 'agent-flow',
};

/** The service of a path; undefined for tokens, validation and lists, which leave no effect. */
export const serviceAt = (path: string): Service | undefined => SERVICES[path];

const offerIdIn = (body: string): string | undefined => /"OfferId":"([^"]+)"/.exec(body)?.[1];

const TOKEN_LIFE_S = 600;

/**
 * The outside services and their effects. An idempotent service repeats its answer for the same key or, for the records
 * API, the same OfferId. The others repeat the work.
 */
export class Outside {
  readonly effects: Effect[] = [];
  readonly #mix: Pick<Mix, 'records' | 'unknownOutcome'>;
  readonly #random: Random;
  readonly #observer: Observer;
  /** The request body of each key. */
  readonly #bodies = new Map<string, string>();
  /** Completed keys, and completed OfferIds of the records API. */
  readonly #done = new Set<string>();
  readonly #tokens = new Set<string>();

  constructor(random: Random, observer: Observer, mix: Pick<Mix, 'records' | 'unknownOutcome'>) {
    this.#random = random;
    this.#observer = observer;
    this.#mix = mix;
  }

  /** Whether a repeated call has no second effect. Some workflows must not remember, because `hold` needs them. */
  remembers({ path }: Pick<SimRequest, 'path'>): boolean {
    return serviceAt(path) === 'offers' ? this.#mix.records === 'idempotent' : this.#mix.unknownOutcome === 'resend';
  }

  endTokens(): void {
    this.#tokens.clear();
  }

  /** Accepts a request and does its work. */
  accept({ path, key = '', authorization, body }: SimRequest): SimAnswer {
    if (path === '/records/token') return this.#issueToken();
    if (path.startsWith('/records/') && !this.#tokens.has(authorization ?? '')) return { status: 401, text: '' };
    const service = serviceAt(path);
    if (service === undefined) return { status: 200, text: path.includes('Validate') ? '{"IsSuccess":true}' : '[]' };
    this.#keep(service, key, body, this.remembers({ path }));
    if (service !== 'offers') return { status: 200, text: `{"id":"${service}-1"}` };
    const isOwnId = this.#mix.records === 'own-ids';
    return { status: 200, text: isOwnId ? `{"OfferId":"DE${this.effects.length}"}` : '{"IsSuccess":true}' };
  }

  /** Whether the same call was already done. */
  has({ path, key, body }: SimRequest): boolean {
    const offerId = offerIdIn(body);
    return this.effects.some(
      (one) =>
        one.service === serviceAt(path) && (one.key === key || (offerId !== undefined && one.offerId === offerId)),
    );
  }

  /**
   * The refusal of a request: by the service itself, or by its gateway if the service may have done the work before.
   */
  refuse({ path }: SimRequest, words: string, isAtDoor: boolean): SimAnswer {
    const text = JSON.stringify({
      message: words,
      Message: words,
      IsSuccess: false,
      ModelState: { LastName: [words] },
    });
    const door = path.startsWith('/records/') ? [403, 404] : [401, 403, 404];
    const judged = path.startsWith('/records/') ? [400, 409, 422, 200] : [400, 422];
    const statuses = isAtDoor ? door : [...door, ...judged];
    return { status: path === '/records/token' ? 401 : this.#random.pick(statuses), text };
  }

  #keep(service: Service, key: string, body: string, remembers: boolean): void {
    const { applicant, revision } = markIn(body);
    const offerId = offerIdIn(body);
    // Multipart boundaries are random and carry no information.
    const content = body.replaceAll(/----form-[0-9a-f]+/g, '');
    const before = this.#bodies.get(`${service} ${key}`);
    if (before !== undefined && before !== content) {
      this.#observer.violate(`${service} got another body under the key ${key}`);
    }
    this.#bodies.set(`${service} ${key}`, content);
    const identity = `${service} ${service === 'offers' ? offerId : key}`;
    if (this.#done.has(identity) && remembers) {
      if (service === 'offers') this.#correct(offerId, { key, revision });
      return;
    }
    this.#done.add(identity);
    const effect = { service, key, applicant, revision, offerId, documents: documentsIn(service, body) };
    this.effects.push(effect);
    this.#observer.effect(effect, this.effects);
  }

  /** One record per OfferId: a corrected offer replaces the previous one. */
  #correct(offerId: string | undefined, changes: Pick<Effect, 'key' | 'revision'>): void {
    const at = this.effects.findIndex((one) => one.service === 'offers' && one.offerId === offerId);
    const before = this.effects[at];
    if (before) this.effects[at] = { ...before, ...changes };
  }

  #issueToken(): SimAnswer {
    const token = `s3cret-token-${this.#random.hex(12)}`;
    this.#tokens.add(`Bearer ${token}`);
    return { status: 200, text: JSON.stringify({ access_token: token, expires_in: TOKEN_LIFE_S }) };
  }
}
