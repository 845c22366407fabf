import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import type { ConnectionServices } from '#platform/connection.ts';
import type { DocumentServices } from '../documents-engine.ts';
import { type DocumentDescriptor, type DocumentsRoot, selectDocument } from '../documents-slice.ts';
import { useDocumentsEngine } from '../use-documents.ts';
import type { ConnectionUse } from './idle-connection.ts';
import type { Inspection, Inspections } from './inspection.ts';
import { documentInspections } from './inspections.ts';
import type { DocumentPlace } from './picture-room.tsx';

/** The inspections of the store. */
export function useInspections(): Inspections {
  const engine = useDocumentsEngine();
  const dispatch = useDispatch<ThunkDispatch<ConnectionUse, DocumentServices & ConnectionServices, UnknownAction>>();
  return useMemo(() => dispatch(documentInspections(engine)), [dispatch, engine]);
}

/** A document of the page and its inspection, which is requested if there is none yet. */
export function useInspection({ draftId, slot }: DocumentPlace): {
  document?: DocumentDescriptor;
  inspection?: Inspection;
} {
  const inspections = useInspections();
  const document = useSelector((state: DocumentsRoot) => selectDocument(state, draftId, slot));
  const attachment = document?.attachment;
  const inspection = useSyncExternalStore(inspections.subscribe, () =>
    attachment === undefined ? undefined : inspections.of(attachment),
  );
  useEffect(() => {
    if (attachment !== undefined) inspections.request(draftId, slot);
  }, [inspections, draftId, slot, attachment]);
  return { ...(document && { document }), ...(inspection && { inspection }) };
}
