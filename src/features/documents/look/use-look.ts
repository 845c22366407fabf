import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import type { ConnectionServices } from '#platform/connection.ts';
import type { DocumentServices } from '../documents-engine.ts';
import { type DocumentDescriptor, type DocumentsRoot, selectDocument } from '../documents-slice.ts';
import { useDocumentsEngine } from '../use-documents.ts';
import type { LineRoot } from './free-line.ts';
import type { Look, Looks } from './look.ts';
import { documentLooks } from './looks.ts';
import type { DocumentPlace } from './picture-room.tsx';

/** The looks of the store at hand. */
export function useLooks(): Looks {
  const engine = useDocumentsEngine();
  const dispatch = useDispatch<ThunkDispatch<LineRoot, DocumentServices & ConnectionServices, UnknownAction>>();
  return useMemo(() => dispatch(documentLooks(engine)), [dispatch, engine]);
}

/** A document of the page and what was seen of it; asks for the look where there is none yet. */
export function useLook({ draftId, slot }: DocumentPlace): { document?: DocumentDescriptor; look?: Look } {
  const looks = useLooks();
  const document = useSelector((state: DocumentsRoot) => selectDocument(state, draftId, slot));
  const attachment = document?.attachment;
  const look = useSyncExternalStore(looks.subscribe, () =>
    attachment === undefined ? undefined : looks.of(attachment),
  );
  useEffect(() => {
    if (attachment !== undefined) looks.want(draftId, slot);
  }, [looks, draftId, slot, attachment]);
  return { ...(document && { document }), ...(look && { look }) };
}
