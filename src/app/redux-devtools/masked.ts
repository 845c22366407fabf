import type { DevToolsEnhancerOptions } from '@reduxjs/toolkit';
import { shownAction } from './shown-action.ts';
import { shownState } from './shown-state.ts';

/** Actions and states pass through here on their way to the extension. */
export const MASKED: DevToolsEnhancerOptions = {
  name: 'Online application form',
  actionSanitizer: <Action>(action: Action) => shownAction(action as never) as Action,
  stateSanitizer: <State>(state: State) => shownState(state) as State,
  // The sanitizers do not reach exports.
  features: { pause: true, jump: true, skip: true, export: false, import: false },
};
