import type Router from '@koa/router';
import { ENDPOINTS } from '#contract/endpoints.ts';
import type { AppDeps } from '../deps.ts';

/** What the forms ask for before anybody types: always 200 (contract §7 "Lists"). */
export function listRoutes(router: Router, { lists, publicConfig }: AppDeps): void {
  router.get(ENDPOINTS.config.path, (ctx) => {
    ctx.set('Cache-Control', 'no-cache');
    ctx.body = publicConfig;
  });
  router.get(ENDPOINTS.agentList.path, async (ctx) => {
    ctx.set('Cache-Control', 'no-cache');
    ctx.body = await lists.agents({ refresh: ctx.query.refresh === 'true' });
  });
  router.get(ENDPOINTS.intakes.path, async (ctx) => {
    ctx.set('Cache-Control', 'no-cache');
    ctx.body = await lists.intakes();
  });
  router.get(ENDPOINTS.classifications.path, async (ctx) => {
    ctx.set('Cache-Control', 'no-cache');
    ctx.body = await lists.classifications();
  });
}
