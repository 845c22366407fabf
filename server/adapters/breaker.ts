import { CallFailure } from '../ports/call-failure.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';

/** A service is down when the calls of so many applications in a row have failed; one alone tries slowly enough. */
const APPLICATIONS = 4;
const FIRST_REST_MS = 5_000;
const LONGEST_REST_MS = 60_000;
/** The wait while another call finds out whether the service is back. */
const PROBING_MS = 1_000;
/** So many calls of one service run at once; the others wait for their turn. */
const WIDTH = 64;

/** Makes a call of a service for an application (`key`), unless that service is known to be down. */
type Breaker = <T>(service: string, key: string, call: () => Promise<T>) => Promise<T>;

interface BreakerOptions {
  readonly clock: Pick<Clock, 'monotonic' | 'random'>;
  readonly log: Pick<Log, 'info' | 'warn'>;
}

/**
 * A circuit breaker for each service, so that one that is down is not hammered and holds up nobody else. When several
 * applications in a row have failed there, its calls fail at once as `unreachable` with the time to wait. After that time
 * one call is let through: if it is answered the service is back, if not the service rests twice as long.
 */
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
  /** The applications whose calls have failed since the last one that was answered. */
  readonly #failing = new Set<string>();
  #rest: { readonly until: number; readonly ms: number } | undefined;
  #isProbing = false;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(service: string, options: BreakerOptions) {
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

  /** Throws unless the rest is over and no other call is finding out whether the service is back. */
  #beginProbe(until: number): void {
    const { clock } = this.#options;
    const left = this.#isProbing ? PROBING_MS : until - clock.monotonic();
    // Up to a quarter longer at random, so that the calls that were turned away do not come back together.
    const retryAfterMs = Math.ceil(left * (1 + clock.random() / 4));
    if (left > 0) throw new CallFailure('unreachable', 'The service is not answering at the moment', { retryAfterMs });
    this.#isProbing = true;
  }

  /** Any answer, a refusal included, shows that the service is there. */
  #answered(): void {
    if (this.#rest) this.#options.log.info({ service: this.#service }, 'a service is back');
    this.#failing.clear();
    this.#rest = undefined;
    this.#isProbing = false;
  }

  #failed(key: string, failure: unknown, isProbe: boolean): void {
    if (isProbe) this.#isProbing = false;
    // A fault of ours, or a missing address, says nothing about the service.
    if (!(failure instanceof CallFailure) || failure.kind === 'unconfigured') return;
    if (failure.kind === 'refused' || failure.kind === 'misconfigured') {
      this.#answered();
      return;
    }
    this.#failing.add(key);
    // A call that began before the rest says nothing new either.
    if (this.#failing.size >= APPLICATIONS && (this.#rest === undefined || isProbe)) this.#beginRest(failure);
  }

  /** A service may ask for a longer rest, up to the longest: a mistake in one header must not close it for a year. */
  #beginRest({ retryAfterMs = 0 }: CallFailure): void {
    const { clock, log } = this.#options;
    const ms = Math.min(this.#rest ? this.#rest.ms * 2 : FIRST_REST_MS, LONGEST_REST_MS);
    this.#rest = { ms, until: clock.monotonic() + Math.max(ms, Math.min(retryAfterMs, LONGEST_REST_MS)) };
    log.warn({ service: this.#service, ms }, 'a service is down and left alone for a while');
    for (const wake of this.#waiting.splice(0)) wake();
  }
}
