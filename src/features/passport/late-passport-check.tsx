import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { selectDocument } from '#features/documents/documents-slice.ts';
import { type ConnectionUse, selectIsConnectionIdle } from '#features/documents/inspection/idle-connection.ts';
import { importWithRetry } from '#platform/import-with-retry.ts';
import type { PassportCheckProps } from './passport-check.tsx';

const LoadedCheck = lazy<ComponentType<PassportCheckProps>>(() =>
  importWithRetry(() => import('./passport-check.tsx')).then(
    (part) => ({ default: part.PassportCheck }),
    // The document is uploaded without the check.
    () => ({ default: () => null }),
  ),
);

/** The check of the passport. Its scripts load when one is attached and nothing else needs the connection. */
export function LatePassportCheck(props: PassportCheckProps) {
  const isThere = useSelector((state: ConnectionUse) => selectDocument(state, props.draftId, 'passport') !== undefined);
  const isFree = useSelector(selectIsConnectionIdle);
  const [isBrought, setBrought] = useState(false);
  useEffect(() => {
    if (isThere && isFree) setBrought(true);
  }, [isThere, isFree]);
  return isThere && isBrought ? (
    <Suspense>
      <LoadedCheck {...props} />
    </Suspense>
  ) : null;
}
