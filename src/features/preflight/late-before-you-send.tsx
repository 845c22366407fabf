import { type ComponentType, lazy, Suspense } from 'react';
import { importWithRetry } from '#platform/import-with-retry.ts';
import type { BeforeYouSendProps } from './before-you-send.tsx';

const Brought = lazy<ComponentType<BeforeYouSendProps>>(() =>
  importWithRetry(() => import('./before-you-send.tsx')).then(
    (part) => ({ default: part.BeforeYouSend }),
    // Without this advice the review works as usual.
    () => ({ default: () => null }),
  ),
);

/** The advice before sending; its scripts load with the first review. */
export const LateBeforeYouSend = (props: BeforeYouSendProps) => (
  <Suspense>
    <Brought {...props} />
  </Suspense>
);
