import * as endpoints from '#contract/endpoints.ts';
import type { AppDeps } from '../deps.ts';
import type { Route } from '../route.ts';

/** What the forms ask for before anybody types: always 200, or 304 (R10.16). */
export function listRoutes(
  route: Route,
  { lists, publicConfig, college }: Pick<AppDeps, 'lists' | 'publicConfig' | 'college'>,
): void {
  route(endpoints.config, () => publicConfig);
  route(endpoints.college, () => college);
  route(endpoints.refreshAgentList, () => lists.agents({ refresh: true }));
  route(endpoints.agentList, () => lists.agents({ refresh: false }));
  route(endpoints.intakes, () => lists.intakes());
  route(endpoints.classifications, () => lists.classifications());
}
