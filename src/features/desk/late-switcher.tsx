import { lazy, Suspense } from 'react';
import { importWithRetry } from '#platform/import-with-retry.ts';
import { whenIdle } from '#platform/scheduling.ts';
import { SwitcherTrigger } from './switcher-trigger.tsx';

interface SwitcherProps {
  /** The open student's. */
  readonly name: string;
}

const Waiting = ({ name }: SwitcherProps) => <SwitcherTrigger name={name} disabled />;

/** Loads after the form, which does not wait for the switcher. Without a connection its scripts may not load. */
const Switcher = lazy(async () => {
  await new Promise<void>((idle) => whenIdle(idle));
  const part = await importWithRetry(() => import('./switcher.tsx')).catch(() => undefined);
  return { default: part?.Switcher ?? Waiting };
});

/** The open student's name with the way to the others; in the head of the agent variant. */
export const LateSwitcher = ({ name }: SwitcherProps) => (
  <Suspense fallback={<Waiting name={name} />}>
    <Switcher name={name} />
  </Suspense>
);
