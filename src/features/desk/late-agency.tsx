import { lazy, Suspense } from 'react';
import { importWithRetry } from '#platform/import-with-retry.ts';
import { AgencyBox } from './agency-box.tsx';

const Room = () => <AgencyBox room />;

/** Without a connection they may not come: the form is whole without them. */
const Offer = lazy(() =>
  importWithRetry(() => import('./agency-line.tsx')).then(
    ({ AgencyOffer }) => ({ default: AgencyOffer }),
    () => ({ default: Room }),
  ),
);

/** What is said of the kept agency below the questions about it. Its scripts come after the form, into a room that waits. */
export const LateAgencyOffer = () => (
  <Suspense fallback={<Room />}>
    <Offer />
  </Suspense>
);
