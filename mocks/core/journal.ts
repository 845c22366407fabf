import type { IncomingHttpHeaders } from 'node:http';
import type { Answer, ReceivedFile } from './service.ts';

/** How a call ended, as the caller saw it. */
type Outcome = 'under-way' | 'answered' | 'cut' | 'half-answered' | 'hanging' | 'aborted';

/** One call that arrived. */
export interface Received {
  readonly order: number;
  /** ISO date-time of arrival. */
  readonly at: string;
  readonly service: string;
  readonly scenario: string;
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  readonly idempotencyKey: string | null;
  outcome: Outcome;
  /** The status that the service chose, even if the caller never saw it; null before that. */
  status: number | null;
  /** Whether the first answer to this key was repeated; nothing was done twice. */
  replayed: boolean;
  /** Bytes of the body on the wire. */
  bytes: number;
  body: unknown;
  files: readonly ReceivedFile[];
}

/** Filters the received calls; all given conditions must match. */
export interface ReceivedFilter {
  readonly service?: string;
  readonly idempotencyKey?: string;
  /** Only calls after this order number. */
  readonly after?: number;
}

/** One piece of work that was done, regardless of the number of calls for it. */
export interface Effect {
  readonly service: string;
  /** The Idempotency-Key; null if the call had none, and then every call is a separate effect. */
  readonly key: string | null;
  readonly files: readonly ReceivedFile[];
  /** How many calls got this effect's answer, including the first. */
  calls: number;
}

/** The latest calls, and the work of the services: one effect per service and Idempotency-Key. */
export class Journal {
  readonly #keep: number;
  #count = 0;
  readonly #received: Received[] = [];
  readonly #effects: Effect[] = [];
  readonly #answers = new Map<string, { readonly effect: Effect; readonly answer: Answer }>();

  /** @param keep the number of calls to keep; it keeps twenty times as many effects */
  constructor(keep: number) {
    this.#keep = keep;
  }

  /** Records a call when it arrives. The entry is completed later. */
  arrived(call: Pick<Received, 'service' | 'scenario' | 'method' | 'path' | 'query' | 'headers'>): Received {
    const key = call.headers['idempotency-key'];
    this.#count += 1;
    const entry: Received = {
      ...call,
      order: this.#count,
      at: new Date().toISOString(),
      idempotencyKey: typeof key === 'string' ? key : null,
      outcome: 'under-way',
      status: null,
      replayed: false,
      bytes: 0,
      body: undefined,
      files: [],
    };
    this.#received.push(entry);
    if (this.#received.length > this.#keep) this.#received.shift();
    return entry;
  }

  /** Does the work of a call. If its key was answered before, repeats that answer instead. */
  once(entry: Received, work: () => Answer): Answer {
    const { service, idempotencyKey: key, files } = entry;
    const name = `${service} ${key}`;
    const known = key === null ? undefined : this.#answers.get(name);
    if (known) {
      known.effect.calls += 1;
      entry.replayed = true;
      return known.answer;
    }
    const answer = work();
    if (answer.status >= 400) return answer;
    const effect: Effect = { service, key, files, calls: 1 };
    this.#effects.push(effect);
    if (this.#effects.length > this.#keep * 20) this.#effects.shift();
    if (key !== null) this.#answers.set(name, { effect, answer });
    removeOldest(this.#answers, this.#keep * 20);
    return answer;
  }

  received(filter: ReceivedFilter = {}): Received[] {
    return this.#received.filter(
      (call) =>
        (filter.service === undefined || call.service === filter.service) &&
        (filter.idempotencyKey === undefined || call.idempotencyKey === filter.idempotencyKey) &&
        call.order > (filter.after ?? 0),
    );
  }

  effects(service?: string): Effect[] {
    return this.#effects.filter((effect) => service === undefined || effect.service === service);
  }

  clear(): void {
    this.#count = 0;
    this.#received.length = 0;
    this.#effects.length = 0;
    this.#answers.clear();
  }
}

/** Removes the first entry of a map that has more than `keep`. */
export function removeOldest(map: Map<string, unknown>, keep: number): void {
  const [oldest] = map.keys();
  if (map.size > keep && oldest !== undefined) map.delete(oldest);
}
