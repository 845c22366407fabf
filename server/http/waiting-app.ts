import Router from '@koa/router';
import Koa from 'koa';
import { unavailable } from '../errors.ts';
import type { Log } from '../ports/log.ts';
import { problems } from './middleware/problems.ts';
import { observe } from './middleware/requests.ts';
import { securityHeaders } from './middleware/security-headers.ts';
import { listBuilt, readContentHashes, serveBuilt } from './static.ts';

/**
 * Answers while the server starts and waits for its database or its bucket: that it lives, that it is not ready, the
 * built files, and 503 for everything else, so that open pages keep what they have and try again.
 */
export async function createWaitingApp(dist: string, log: Log): Promise<Koa> {
  const app = new Koa();
  app.silent = true;
  app.use(observe(log));
  app.use(await securityHeaders(await readContentHashes(dist)));
  app.use(problems(log));
  const router = new Router({ sensitive: true, strict: true });
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
