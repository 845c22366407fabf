import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Clock } from '../ports/clock.ts';

type Limiter = Pick<RateLimiterAbstract, 'consume' | 'points'>;

/** Clocks are set right by less than this every day. */
const TOLERANCE_MS = 5_000;

/**
 * A limiter that counts by the time of day, begun anew when that is set: with the clock three hours back, whoever was
 * over the limit would stay shut out for three hours. `make` begins one.
 */
export function steadyLimiter(make: () => Limiter, clock: Pick<Clock, 'now' | 'monotonic'>): Limiter {
  const reading = () => clock.now().getTime() - clock.monotonic();
  let limiter = make();
  let last = reading();
  return {
    points: limiter.points,
    consume: (...request) => {
      const current = reading();
      if (Math.abs(current - last) > TOLERANCE_MS) limiter = make();
      last = current;
      return limiter.consume(...request);
    },
  };
}
