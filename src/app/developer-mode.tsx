import { type ComponentProps, lazy, Suspense, useEffect } from 'react';
import { useConfigQuery } from '#platform/api.ts';
import { importWithRetry } from '#platform/import-with-retry.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import type { DevTools as Tools } from './pages/dev-tools.tsx';
import { HARMLESS } from './redux-devtools.ts';
import type { StoreOptions } from './store.ts';

const KEY = 'developer-tools';

/** Whether the server had its developer tools on when this tab last asked. If so, Redux DevTools can show answers. */
export function areDeveloperToolsOn(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

/** Notes it for the next load, because a store's DevTools are set up once. */
function noteDeveloperTools(on: boolean): void {
  try {
    if (on) sessionStorage.setItem(KEY, '');
    else sessionStorage.removeItem(KEY);
  } catch {
    // Storage is blocked, so answers stay hidden.
  }
}

/** What Redux DevTools may see of the store: everything if the developer tools are on, else only harmless values. */
export const devToolsOptions = (seesAll: boolean): NonNullable<StoreOptions['devTools']> => seesAll || HARMLESS;

const NoTools = (_of: ComponentProps<typeof Tools>) => null;
/** If their scripts cannot be loaded, the page works without them. */
const DevTools = lazy(async () => {
  const part = await importWithRetry(() => import('./pages/dev-tools.tsx')).catch(() => undefined);
  return { default: part?.DevTools ?? NoTools };
});

/** The developer tools. Their scripts are loaded only if the server says that they are on (R13.20). */
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
