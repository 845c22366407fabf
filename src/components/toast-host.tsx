import { type ComponentType, useSyncExternalStore } from 'react';

let Region: ComponentType | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Gives the host what shows the notifications; called by `toasts.tsx` when it is loaded. */
export function provideToasts(component: ComponentType): void {
  Region = component;
  for (const listener of listeners) listener();
}

/**
 * Where the notifications stand, once something on the page may raise one: the landing page loads nothing for them, and
 * the region is there before the first toast is, or a screen reader would not read that out.
 */
export function ToastHost() {
  const Shown = useSyncExternalStore(
    subscribe,
    () => Region,
    () => undefined,
  );
  return Shown && <Shown />;
}
