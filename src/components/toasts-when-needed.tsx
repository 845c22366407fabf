import { lazy, Suspense, useSyncExternalStore } from 'react';
import { areToastsNeeded, watchToastsNeeded } from './toasts-needed.ts';

const Toasts = lazy(() => import('./toasts.tsx').then(({ Toasts }) => ({ default: Toasts })));

const notWhilePrerendering = () => false;

/** The notifications, once something on the page may raise one: the landing page loads nothing for them. */
export function ToastsWhenNeeded() {
  const needed = useSyncExternalStore(watchToastsNeeded, areToastsNeeded, notWhilePrerendering);
  return needed ? (
    <Suspense fallback={null}>
      <Toasts />
    </Suspense>
  ) : null;
}
