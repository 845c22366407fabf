import pLimit from 'p-limit';
import { CallFailure } from '../ports/call-failure.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';

/** A service counts as down after failures of this many applications in a row; one that fails alone retries slowly enough. */
const APPLICATIONS = 4;
const REST_MS = 10_000;
/** The most of a `Retry-After` that is respected: a mistake in one header must not close a service for a year. */
const LONGEST_REST_MS = 60_000;
/** The wait while another call finds out whether the service is back. */
const PROBING_MS = 1_000;
const WIDTH = 64;

/** Makes a call of a service for an application (`key`), unless that service is known to be down. */
type Breaker = <T>(service: string, key: string, call: () => Promise<T>) => Promise<T>;

interface BreakerOptions {
  readonly clock: Pick<Clock, 'monotonic' | 'random'>;
  readonly log: Pick<Log, 'info' | 'warn'>;
}

/** While a service is down its calls fail as `unreachable`. After a rest one call finds out whether it is back. */
export function createBreaker(options: BreakerOptions): Breaker {
  const circuits = new Map<string, Circuit>();
  return (service, key, call) => {
    const circuit = circuits.get(service) ?? new Circuit(service, options);
    circuits.set(service, circuit);
    return circuit.run(key, call);
  };
}

class Circuit {
  readonly #service: string;
  readonly #options: BreakerOptions;
  readonly #limit = pLimit(WIDTH);
  readonly #failing = new Set<string>();
  #restUntil: number | undefined;
  #isProbing = false;

  constructor(service: string, options: BreakerOptions) {
    this.#service = service;
    this.#options = options;
  }

  async run<T>(key: string, call: () => Promise<T>): Promise<T> {
    this.#assertNoRest();
    return this.#limit(async () => {
      this.#assertNoRest();
      const isProbe = this.#restUntil !== undefined;
      this.#isProbing = isProbe;
      try {
        const answer = await call();
        this.#answered();
        return answer;
      } catch (failure) {
        if (isProbe) this.#isProbing = false;
        this.#failed(key, failure, isProbe);
        throw failure;
      }
    });
  }

  #assertNoRest(): void {
    if (this.#restUntil === undefined) return;
    const { clock } = this.#options;
    const left = this.#isProbing ? PROBING_MS : this.#restUntil - clock.monotonic();
    if (left <= 0) return;
    // Up to a quarter longer at random, so that the calls that were turned away do not come back together.
    const retryAfterMs = Math.ceil(left * (1 + clock.random() / 4));
    throw new CallFailure('unreachable', 'The service is not answering at the moment', { retryAfterMs });
  }

  /** Any answer, a refusal included, shows that the service is there. */
  #answered(): void {
    if (this.#restUntil !== undefined) this.#options.log.info({ service: this.#service }, 'a service is back');
    this.#failing.clear();
    this.#restUntil = undefined;
    this.#isProbing = false;
  }

  #failed(key: string, failure: unknown, isProbe: boolean): void {
    // An error on our side, or a missing address, says nothing about the service.
    if (!(failure instanceof CallFailure) || failure.kind === 'unconfigured') return;
    if (failure.kind === 'refused' || failure.kind === 'misconfigured') {
      this.#answered();
      return;
    }
    this.#failing.add(key);
    const isResting = this.#restUntil !== undefined;
    // A call that began before the rest says nothing new.
    if (this.#failing.size < APPLICATIONS || (isResting && !isProbe)) return;
    const { clock, log } = this.#options;
    const ms = Math.max(REST_MS, Math.min(failure.retryAfterMs ?? 0, LONGEST_REST_MS));
    this.#restUntil = clock.monotonic() + ms;
    if (!isResting) log.warn({ service: this.#service, ms }, 'a service is down and is not called for a while');
  }
}
