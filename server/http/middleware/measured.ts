import type { Middleware } from 'koa';
import type { Metrics } from '../../ports/metrics.ts';
import { routeOf } from '../route-of.ts';

/** Times every answer to its last byte, by route pattern. Event streams are left out: they last as long as they last. */
export function measured(metrics: Metrics): Middleware {
  return (ctx, next) => {
    const began = performance.now();
    ctx.res.once('close', () => {
      if (ctx.type === 'text/event-stream') return;
      const seconds = (performance.now() - began) / 1000;
      metrics.request({ method: ctx.method, route: routeOf(ctx), status: ctx.res.statusCode, seconds });
    });
    return next();
  };
}
