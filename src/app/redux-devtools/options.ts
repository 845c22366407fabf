import type { DevToolsEnhancerOptions } from '@reduxjs/toolkit';
import type { StoreOptions } from '../store.ts';

/**
 * How Redux DevTools may look into the store. Where the developer tools are on, they see everything. Anywhere else they
 * see what is known to be harmless; what that is is loaded only for a browser that has the extension, and without it
 * nothing is shown at all.
 */
export async function devToolsOptions(unmasked: boolean): Promise<NonNullable<StoreOptions['devTools']>> {
  if (unmasked) return true;
  if (!('__REDUX_DEVTOOLS_EXTENSION_COMPOSE__' in window)) return false;
  return import('./masked.ts').then(
    ({ MASKED }): DevToolsEnhancerOptions => MASKED,
    () => false,
  );
}
