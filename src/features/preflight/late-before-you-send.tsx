import { type ComponentType, lazy, Suspense } from 'react';
import { importWithRetry } from '#platform/import-with-retry.ts';
import type { BeforeYouSendProps } from './before-you-send.tsx';

const Brought = lazy<ComponentType<BeforeYouSendProps>>(() =>
  importWithRetry(() => import('./before-you-send.tsx')).then(
    (part) => ({ default: part.BeforeYouSend }),
    // It is advice: without it the review is as before.
    () => ({ default: () => null }),
  ),
);

/** The advice before sending, whose scripts come with the first review. */
export const LateBeforeYouSend = (props: BeforeYouSendProps) => (
  <Suspense>
    <Brought {...props} />
  </Suspense>
);
