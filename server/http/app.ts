import Router from '@koa/router';
import Koa from 'koa';
import { AppError, unavailable } from '../errors.ts';
import type { Log } from '../ports/log.ts';
import type { AppDeps } from './deps.ts';
import { problems } from './middleware/problems.ts';
import { rateLimit } from './middleware/rate-limit.ts';
import { reportProxy } from './middleware/report-proxy.ts';
import { closeWhileDraining, observe } from './middleware/requests.ts';
import { sameOriginWrites } from './middleware/same-origin.ts';
import { securityHeaders } from './middleware/security-headers.ts';
import { createRoute } from './route.ts';
import { devRoutes } from './routes/dev.ts';
import { healthRoutes } from './routes/health.ts';
import { submissionRoutes } from './routes/submissions.ts';
import { transferRoutes } from './routes/transfers.ts';
import { uploadRoutes } from './routes/uploads.ts';
import { isAsset, listBuilt, readBuiltVersion, readContentHashes, serveBuilt } from './static.ts';

/** The HTTP server: middleware first, then the routes (R11.3), then the built browser files. */
export async function createApp(deps: AppDeps): Promise<Koa> {
  const app = new Koa();
  if (deps.trustProxy > 0) {
    app.proxy = true;
    app.maxIpsCount = deps.trustProxy;
  }
  app.silent = true;
  const built = await listBuilt(deps.dist);

  app.use(observe(deps.log, deps.metrics));
  app.use(closeWhileDraining(deps.draining));
  app.use(await securityHeaders(await readContentHashes(deps.dist)));
  app.use(problems(deps.log));
  app.use(reportProxy(deps));
  app.use(rateLimit(deps.rateLimiter, (path) => isAsset(built, path)));
  app.use(sameOriginWrites(deps.log));

  const router = createRouter();
  const route = createRoute(router, deps.rateLimiter);
  healthRoutes(route, deps, await readBuiltVersion(deps.dist));
  submissionRoutes(route, deps);
  uploadRoutes(route, deps);
  transferRoutes(route, deps);
  devRoutes(route, deps);
  app.use(router.routes());
  app.use(
    router.allowedMethods({
      throw: true,
      methodNotAllowed: () => new AppError('METHOD_NOT_ALLOWED'),
      notImplemented: () => new AppError('METHOD_NOT_ALLOWED'),
    }),
  );
  app.use(serveBuilt(deps.dist, built));
  return app;
}

/** While the server waits for its database or bucket: `/healthz`, the built files, and 503 for everything else. */
export async function createWaitingApp(dist: string, log: Log): Promise<Koa> {
  const app = new Koa();
  app.silent = true;
  app.use(observe(log));
  app.use(await securityHeaders(await readContentHashes(dist)));
  app.use(problems(log));
  const router = createRouter();
  router.get('/healthz', (ctx) => {
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { status: 'ok' };
  });
  app.use(router.routes());
  app.use(serveBuilt(dist, await listBuilt(dist)));
  app.use(() => {
    throw unavailable(undefined, 'The server waits for its storage. Please try again in a few seconds.');
  });
  return app;
}

/** Each call has exactly one address, which limits and proxies rely on. */
const createRouter = () => new Router({ sensitive: true, strict: true });
