import type Router from '@koa/router';
import * as endpoints from '#contract/endpoints.ts';
import type { AppDeps } from '../deps.ts';
import { answerShared } from '../shared-json.ts';

/** What the forms ask for before anybody types: always 200, or 304 (contract §7 "Lists"). */
export function listRoutes(router: Router, { lists, publicConfig }: Pick<AppDeps, 'lists' | 'publicConfig'>): void {
  router.get(endpoints.config.path, (ctx) => answerShared(ctx, publicConfig));
  router.get(endpoints.agentList.path, async (ctx) =>
    answerShared(ctx, await lists.agents({ refresh: ctx.query.refresh === 'true' })),
  );
  router.get(endpoints.intakes.path, async (ctx) => answerShared(ctx, await lists.intakes()));
  router.get(endpoints.classifications.path, async (ctx) => answerShared(ctx, await lists.classifications()));
}
