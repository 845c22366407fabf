import type { IncomingHttpHeaders } from 'node:http';
import type { ReceivedFile } from './types.ts';

/** How a call ended, as far as the caller could tell. */
type Outcome = 'under-way' | 'answered' | 'cut' | 'half-answered' | 'hanging' | 'aborted';

/** One call that arrived, in the order of arrival. */
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
  /** The status the service decided on, even when the caller never saw it; null before that. */
  status: number | null;
  /** The first answer to this key was given again; nothing was done twice. */
  replayed: boolean;
  /** Bytes of the body on the wire. */
  bytes: number;
  body: unknown;
  files: readonly ReceivedFile[];
}

/** Narrows what is read back; everything given must hold. */
export interface ReceivedFilter {
  readonly service?: string;
  readonly idempotencyKey?: string;
  /** Only calls after this order number. */
  readonly after?: number;
}

/** The calls that arrived: the last `keep` of them, so that a long demo does not grow without end. */
export class ReceivedLog {
  readonly #keep: number;
  #calls: Received[] = [];
  #count = 0;

  constructor(keep: number) {
    this.#keep = keep;
  }

  /** Notes a call at its arrival; the entry is completed as the call goes on. */
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
    this.#calls.push(entry);
    if (this.#calls.length > this.#keep) this.#calls.shift();
    return entry;
  }

  list(filter: ReceivedFilter = {}): Received[] {
    return this.#calls.filter(
      (call) =>
        (filter.service === undefined || call.service === filter.service) &&
        (filter.idempotencyKey === undefined || call.idempotencyKey === filter.idempotencyKey) &&
        call.order > (filter.after ?? 0),
    );
  }

  clear(): void {
    this.#calls = [];
    this.#count = 0;
  }
}
