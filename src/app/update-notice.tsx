import { lazy, Suspense, useState } from 'react';
import { bring } from '#platform/bring.ts';
import { useAppSelector } from './hooks.ts';

const UpdateOffer = lazy(async () => ({ default: (await bring(() => import('./update-offer.tsx'))).UpdateOffer }));

/**
 * Offers a new version once it is ready. `quiet`, it stands there only if it was ready when the view opened: nothing
 * moves under one who types.
 */
export function UpdateNotice({ quiet = false }: { readonly quiet?: boolean }) {
  const ready = useAppSelector(({ update }) => update?.ready === true);
  const [readyAtFirst] = useState(ready);
  if (!(quiet ? readyAtFirst : ready)) return null;
  return (
    <Suspense>
      <UpdateOffer />
    </Suspense>
  );
}
