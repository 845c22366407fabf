import pLimit from 'p-limit';
import { CallFailure } from '../ports/call-failure.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';

/** A service counts as down after failures of this many different applications in a row. */
const APPLICATIONS = 4;
const REST_MS = 10_000;
/** Limit for `Retry-After`: a wrong header must not stop calls for a year. */
const LONGEST_REST_MS = 60_000;
/** The wait while another call tests whether the service is back. */
const PROBING_MS = 1_000;
const CALLS_AT_ONCE = 64;

/** Makes a call of a service for an application (`key`), unless that service is known to be down. */
type Breaker = <T>(service: string, key: string, call: () => Promise<T>) => Promise<T>;
type Circuit = <T>(key: string, call: () => Promise<T>) => Promise<T>;

interface BreakerOptions {
  readonly clock: Pick<Clock, 'monotonic' | 'random'>;
  readonly log: Pick<Log, 'info' | 'warn'>;
}

/** While a service is down, its calls fail as `unreachable`. After a pause, one call tests whether it is back. */
export function createBreaker(options: BreakerOptions): Breaker {
  const circuits = new Map<string, Circuit>();
  return (service, key, call) => {
    const circuit = circuits.get(service) ?? createCircuit(service, options);
    circuits.set(service, circuit);
    return circuit(key, call);
  };
}

function createCircuit(service: string, { clock, log }: BreakerOptions): Circuit {
  const limit = pLimit(CALLS_AT_ONCE);
  const failing = new Set<string>();
  let restUntil: number | undefined;
  let isProbing = false;

  const assertNoRest = () => {
    if (restUntil === undefined) return;
    const left = isProbing ? PROBING_MS : restUntil - clock.monotonic();
    if (left <= 0) return;
    // Jitter of up to a quarter, so that the rejected calls do not all retry at once.
    const retryAfterMs = Math.ceil(left * (1 + clock.random() / 4));
    throw new CallFailure('unreachable', 'The service is not answering at the moment', { retryAfterMs });
  };
  /** Any answer, even a refusal, shows that the service is up. */
  const answered = () => {
    if (restUntil !== undefined) log.info({ service }, 'a service answers again');
    failing.clear();
    restUntil = undefined;
  };
  const failed = (key: string, failure: unknown, isProbe: boolean) => {
    // An error on our side, or a missing address, says nothing about the service.
    if (!(failure instanceof CallFailure) || failure.kind === 'unconfigured') return;
    if (failure.kind === 'refused' || failure.kind === 'misconfigured') return answered();
    failing.add(key);
    // A call that began before the rest says nothing new.
    if (failing.size < APPLICATIONS || (restUntil !== undefined && !isProbe)) return;
    const ms = Math.max(REST_MS, Math.min(failure.retryAfterMs ?? 0, LONGEST_REST_MS));
    restUntil = clock.monotonic() + ms;
    if (!isProbe) log.warn({ service, ms }, 'a service is down and is not called for a while');
  };

  return async (key, call) => {
    assertNoRest();
    return limit(async () => {
      assertNoRest();
      const isProbe = restUntil !== undefined;
      isProbing ||= isProbe;
      try {
        const answer = await call();
        answered();
        return answer;
      } catch (failure) {
        failed(key, failure, isProbe);
        throw failure;
      } finally {
        if (isProbe) isProbing = false;
      }
    });
  };
}
