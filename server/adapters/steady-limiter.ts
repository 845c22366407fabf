import type { Clock } from '../ports/clock.ts';
import type { RateLimiter } from '../ports/rate-limiter.ts';

/** Clocks are set right by less than this every day. */
const TOLERANCE_MS = 5_000;

/**
 * A limiter that counts by the time of day, begun anew when that is set: with the clock three hours back, a client
 * that was over the limit would stay shut out for three hours. `make` begins one.
 */
export function steadyLimiter(make: () => RateLimiter, clock: Pick<Clock, 'now' | 'monotonic'>): RateLimiter {
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
