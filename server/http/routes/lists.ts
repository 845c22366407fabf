import type Router from '@koa/router';
import * as endpoints from '#contract/endpoints.ts';
import type { AppDeps } from '../deps.ts';

/** What the forms ask for before anybody types: always 200 (contract §7 "Lists"). */
export function listRoutes(router: Router, { lists, publicConfig }: AppDeps): void {
  router.get(endpoints.config.path, (ctx) => {
    ctx.set('Cache-Control', 'no-cache');
    ctx.body = publicConfig;
  });
  router.get(endpoints.agentList.path, async (ctx) => {
    ctx.set('Cache-Control', 'no-cache');
    ctx.body = await lists.agents({ refresh: ctx.query.refresh === 'true' });
  });
  router.get(endpoints.intakes.path, async (ctx) => {
    ctx.set('Cache-Control', 'no-cache');
    ctx.body = await lists.intakes();
  });
  router.get(endpoints.classifications.path, async (ctx) => {
    ctx.set('Cache-Control', 'no-cache');
    ctx.body = await lists.classifications();
  });
}
