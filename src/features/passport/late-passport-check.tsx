import { type ComponentType, lazy, Suspense } from 'react';
import { useSelector } from 'react-redux';
import { type DocumentsRoot, selectDocument } from '#features/documents/documents-slice.ts';
import { bring } from '#platform/bring.ts';
import type { PassportCheckProps } from './passport-check.tsx';

const Brought = lazy<ComponentType<PassportCheckProps>>(() =>
  bring(() => import('./passport-check.tsx')).then(
    (part) => ({ default: part.PassportCheck }),
    // Without it the document goes its way all the same.
    () => ({ default: () => null }),
  ),
);

/** The check of the passport, whose scripts come when one is attached. */
export function LatePassportCheck(props: PassportCheckProps) {
  const isThere = useSelector((state: DocumentsRoot) => selectDocument(state, props.draftId, 'passport') !== undefined);
  return isThere ? (
    <Suspense>
      <Brought {...props} />
    </Suspense>
  ) : null;
}
