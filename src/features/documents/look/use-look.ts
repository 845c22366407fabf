import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
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

/** Moves the focus from a button that is about to go to the first one of its document's place. */
export function leaveTo(place: HTMLElement): void {
  place.closest('[data-drop-state], [data-document]')?.querySelector('button')?.focus({ preventScroll: true });
}

/**
 * An address that is the picture itself; undefined at first. One of a Blob would have to be taken back, and the browser
 * complains where it is still loading what has gone from the page.
 */
export function useAddress(blob: Blob): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const reader = new FileReader();
    reader.addEventListener('load', () => setAddress(String(reader.result)));
    reader.readAsDataURL(blob);
    return () => reader.abort();
  }, [blob]);
  return address;
}
