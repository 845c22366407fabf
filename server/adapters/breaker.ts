import { CallFailure } from '../ports/call-failure.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { Records } from '../ports/records.ts';
import type { Workflow } from '../ports/workflow.ts';

/** So many applications in a row must fail at a service; the tries of a single one are few and slow by themselves. */
const APPLICATIONS = 4;
const FIRST_REST_MS = 5_000;
const LONGEST_REST_MS = 60_000;
/** While somebody else is finding out whether a service is back. */
const PROBING_MS = 1_000;
/** Calls of one service at once; more wait, and cost nothing but their place. */
const WIDTH = 64;

/** Makes a call to a service for an application (`key`), unless that service is known to be down. */
export type Guard = <T>(service: string, key: string, call: () => Promise<T>) => Promise<T>;

export interface GuardOptions {
  readonly clock: Pick<Clock, 'monotonic' | 'random'>;
  readonly log: Pick<Log, 'info' | 'warn'>;
}

/**
 * A circuit breaker for each service, so that one that is down is not hammered and holds up nobody else. When several
 * applications in a row have failed there, its calls fail at once as `unreachable`, saying how long to wait; after that
 * time one call is let through, and its outcome is everybody's: the service is back, or rests twice as long.
 */
export function createGuard(options: GuardOptions): Guard {
  const circuits = new Map<string, Circuit>();
  return (service, key, call) => {
    const circuit = circuits.get(service) ?? new Circuit(service, options);
    circuits.set(service, circuit);
    return circuit.run(key, call);
  };
}

class Circuit {
  readonly #service: string;
  readonly #options: GuardOptions;
  /** Whose calls have failed since the last that did not. */
  readonly #failing = new Set<string>();
  #rest: { readonly until: number; readonly ms: number } | undefined;
  #isProbing = false;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(service: string, options: GuardOptions) {
    this.#service = service;
    this.#options = options;
  }

  async run<T>(key: string, call: () => Promise<T>): Promise<T> {
    while (this.#rest === undefined && this.#running >= WIDTH) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    const isProbe = this.#rest !== undefined;
    if (this.#rest) this.#beginProbe(this.#rest.until);
    this.#running += 1;
    try {
      const answer = await call();
      this.#answered();
      return answer;
    } catch (failure) {
      this.#failed(key, failure, isProbe);
      throw failure;
    } finally {
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
  }

  /** Throws unless the rest is over and nobody else is trying. */
  #beginProbe(until: number): void {
    const { clock } = this.#options;
    const left = this.#isProbing ? PROBING_MS : until - clock.monotonic();
    // Spread, so that those who were turned away do not come back together.
    const retryAfterMs = Math.ceil(left * (1 + clock.random() / 4));
    if (left > 0) throw new CallFailure('unreachable', 'The service is not answering at the moment', { retryAfterMs });
    this.#isProbing = true;
  }

  /** Any answer, a refusal included, says that the service is there. */
  #answered(): void {
    if (this.#rest) this.#options.log.info({ service: this.#service }, 'a service is back');
    this.#failing.clear();
    this.#rest = undefined;
    this.#isProbing = false;
  }

  #failed(key: string, failure: unknown, isProbe: boolean): void {
    if (isProbe) this.#isProbing = false;
    // A fault of our own says nothing about the service.
    if (!(failure instanceof CallFailure)) return;
    if (failure.kind === 'refused') {
      this.#answered();
      return;
    }
    this.#failing.add(key);
    // Nor does a call that began before the rest say anything new.
    if (this.#failing.size >= APPLICATIONS && (this.#rest === undefined || isProbe)) this.#beginRest(failure);
  }

  /** Of a wish for more than the longest rest no more is believed: a mistake in one header must not close a service. */
  #beginRest({ retryAfterMs = 0 }: CallFailure): void {
    const { clock, log } = this.#options;
    const ms = Math.min(this.#rest ? this.#rest.ms * 2 : FIRST_REST_MS, LONGEST_REST_MS);
    this.#rest = { ms, until: clock.monotonic() + Math.max(ms, Math.min(retryAfterMs, LONGEST_REST_MS)) };
    log.warn({ service: this.#service, ms }, 'a service is down and left alone for a while');
    for (const wake of this.#waiting.splice(0)) wake();
  }
}

/** The records API with its submission calls guarded; lists have caches of their own. */
export function guardRecords(records: Records, guard: Guard): Records {
  return {
    ...records,
    validate: (offer, options) => guard('validate', options.key, () => records.validate(offer, options)),
    submit: (offer, options) => guard('offers', options.key, () => records.submit(offer, options)),
  };
}

/** The workflow service, each endpoint guarded for itself. */
export function guardWorkflow(workflow: Workflow, guard: Guard): Workflow {
  return {
    sendApplication: (route, payload, options) =>
      guard(`workflow-${route}`, options.key, () => workflow.sendApplication(route, payload, options)),
    sendFiles: (message, options) => guard('file-workflow', options.key, () => workflow.sendFiles(message, options)),
    sendForm: (flow, form, options) => guard(`flow-${flow}`, options.key, () => workflow.sendForm(flow, form, options)),
  };
}
