import { type ComponentType, useSyncExternalStore } from 'react';
import { createHolder } from '#platform/holder.ts';

const region = createHolder<ComponentType | undefined>(undefined);

/** Gives the host what shows the notifications; called by `toasts.tsx` when it is loaded. */
export function provideToasts(component: ComponentType): void {
  region.set(component);
}

/**
 * Where the notifications stand, once something on the page may raise one: the landing page loads nothing for them, and
 * the region is there before the first toast is, or a screen reader would not read that out.
 */
export function ToastHost() {
  const Shown = useSyncExternalStore(region.subscribe, region.state, () => undefined);
  return Shown && <Shown />;
}
