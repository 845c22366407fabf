import { lazy, Suspense, useSyncExternalStore } from 'react';
import { bring } from '#platform/bring.ts';
import { areToastsNeeded, watchToastsNeeded } from './toasts-needed.ts';

const nothing = () => null;

/** Without them the page goes on; it would be blank if what lies outside of every view failed. */
const Toasts = lazy(async () => ({
  default: await bring(() => import('./toasts.tsx')).then(
    ({ Toasts }) => Toasts,
    () => nothing,
  ),
}));

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
