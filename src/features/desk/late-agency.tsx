import { lazy, Suspense } from 'react';
import { importWithRetry } from '#platform/import-with-retry.ts';
import { AgencyBox } from './agency-box.tsx';

const Room = () => <AgencyBox room />;

/** Without a connection they may not load. The form is complete without them. */
const Offer = lazy(() =>
  importWithRetry(() => import('./agency-line.tsx')).then(
    ({ AgencyOffer }) => ({ default: AgencyOffer }),
    () => ({ default: Room }),
  ),
);

/** The words about the kept agency below its questions. Their scripts load after the form; the space is reserved. */
export const LateAgencyOffer = () => (
  <Suspense fallback={<Room />}>
    <Offer />
  </Suspense>
);
