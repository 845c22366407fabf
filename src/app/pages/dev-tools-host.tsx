import { lazy, Suspense, useEffect } from 'react';
import { useConfigQuery } from '#platform/api.ts';
import { noteDeveloperTools } from '../developer-mode.ts';
import { ErrorBoundary } from '../error-boundary.tsx';

const DevTools = lazy(async () => ({ default: (await import('./dev-tools.tsx')).DevTools }));

/** The developer tools, whose scripts are brought only where the server says that they are on (contract §2 DEV_TOOLS). */
export function DevToolsHost() {
  const { data: config } = useConfigQuery();
  useEffect(() => {
    if (config) noteDeveloperTools(config.devTools);
  }, [config]);
  if (!config?.devTools) return null;
  return (
    <ErrorBoundary>
      <Suspense>
        <DevTools demo={config.demo} timeZone={config.timeZone ?? 'UTC'} />
      </Suspense>
    </ErrorBoundary>
  );
}
