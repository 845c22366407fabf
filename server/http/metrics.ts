import type { Middleware } from 'koa';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

export const register = new Registry();
collectDefaultMetrics({ register });

const requests = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time to answer, by method, route and status',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.02, 0.05, 0.1, 0.5, 1, 5, 30],
  registers: [register],
});

/** Counts requests by route pattern, never by address. */
export const measured: Middleware = async (ctx, next) => {
  const end = requests.startTimer();
  try {
    await next();
  } finally {
    const route = typeof ctx._matchedRoute === 'string' ? ctx._matchedRoute : 'other';
    end({ method: ctx.method, route, status: String(ctx.status) });
  }
};
