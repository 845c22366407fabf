import type { DevToolsEnhancerOptions } from '@reduxjs/toolkit';
import { type ComponentProps, lazy, Suspense, useEffect } from 'react';
import { useConfigQuery } from '#platform/api.ts';
import { bring } from '#platform/bring.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import type { DevTools as Tools } from './pages/dev-tools.tsx';
import type { StoreOptions } from './store.ts';

const KEY = 'developer-tools';

/** Whether the server had its developer tools on when this tab last asked: answers may then be read in DevTools. */
export function areDeveloperToolsOn(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

/** Notes it for the next load; a store's DevTools are set up once. */
function noteDeveloperTools(on: boolean): void {
  try {
    if (on) sessionStorage.setItem(KEY, '');
    else sessionStorage.removeItem(KEY);
  } catch {
    // Storage is blocked: answers stay masked.
  }
}

/**
 * How Redux DevTools may look into the store. Where the developer tools are on, they see everything. Anywhere else they
 * see what is known to be harmless; what that is is loaded only for a browser that has the extension, and without it
 * nothing is shown at all.
 */
export async function devToolsOptions(unmasked: boolean): Promise<NonNullable<StoreOptions['devTools']>> {
  if (unmasked) return true;
  if (!('__REDUX_DEVTOOLS_EXTENSION_COMPOSE__' in window)) return false;
  return import('./redux-devtools/shown.ts').then(
    ({ MASKED }): DevToolsEnhancerOptions => MASKED,
    () => false,
  );
}

const NoTools = (_of: ComponentProps<typeof Tools>) => null;
/** Where their scripts do not come, the page is whole without them. */
const DevTools = lazy(async () => {
  const part = await bring(() => import('./pages/dev-tools.tsx')).catch(() => undefined);
  return { default: part?.DevTools ?? NoTools };
});

/** The developer tools, whose scripts are brought only where the server says that they are on (R13.20). */
export function DevToolsHost() {
  const { data: config } = useConfigQuery();
  useEffect(() => {
    if (config) noteDeveloperTools(config.devTools);
  }, [config]);
  if (!config?.devTools) return null;
  return (
    <ErrorBoundary>
      <Suspense>
        <DevTools demo={config.demo} timeZone={config.timeZone ?? 'UTC'} dialect={config.recordsDialect ?? 'spec'} />
      </Suspense>
    </ErrorBoundary>
  );
}
