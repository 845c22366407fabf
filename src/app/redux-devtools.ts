import type { Action, DevToolsEnhancerOptions } from '@reduxjs/toolkit';
import type { RootState } from './root-reducer.ts';

/**
 * The state that Redux DevTools show on a production site: the view and the progress, but no personal data. Only copied
 * values are visible. It never throws, because the extension calls it with states of any shape.
 */
export function devToolsView({ view, connection, drafts, submission = {}, api }: Partial<RootState>): object {
  const { open: draft, status, elsewhere, save } = drafts ?? {};
  return {
    view: view?.current,
    online: connection?.online,
    draft: draft && { id: draft.id, variant: draft.variant, step: draft.step, revision: draft.revision },
    status,
    elsewhere,
    save: save && { state: save.state, savedAt: save.savedAt, savedRevision: save.savedRevision },
    submissions: Object.fromEntries(
      Object.entries(submission).map(([id, { phase }]) => [id, { phase, stages: stagesOf(api, id) }]),
    ),
  };
}

function stagesOf(api: RootState['api'] | undefined, id: string): Readonly<Record<string, string>> {
  const data: unknown = api?.queries[`submission("${id}")`]?.data;
  if (typeof data !== 'object' || data === null || !('stages' in data) || !Array.isArray(data.stages)) return {};
  return Object.fromEntries(data.stages.map(({ name, state }) => [name, state]));
}

/** Options for the extension. Exports are off, because they would contain the whole state. */
export const HARMLESS: DevToolsEnhancerOptions = {
  name: 'Online application form',
  actionSanitizer: <Shown extends Action>({ type }: Shown) => ({ type }) as Shown,
  stateSanitizer: <State>(state: State) => devToolsView(state as Partial<RootState>) as State,
  features: { pause: true, jump: false, skip: false, export: false, import: false },
};
