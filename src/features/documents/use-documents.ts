import { useEffect, useMemo } from 'react';
import { useSelector, useStore } from 'react-redux';
import { toast } from '#components/toast.ts';
import type { DocumentReference } from '#contract/applications.ts';
import type { Answers } from '#domain/form/form.ts';
import { missingDocuments, studentDocuments } from '#domain/student/documents.ts';
import { selectOnline } from '#platform/connection-slice.ts';
import { createDocumentsEngine, type DocumentsEngine, DocumentsFailed } from './documents-engine.ts';
import {
  type DocumentDescriptor,
  type DocumentsStore,
  type DraftDocuments,
  selectDraftDocuments,
  type WithDocuments,
} from './documents-slice.ts';

const engines = new WeakMap<DocumentsStore, DocumentsEngine>();

/** The store's one engine; made when the first draft's documents are looked at. */
export function documentsEngineOf(store: DocumentsStore): DocumentsEngine {
  const engine = engines.get(store) ?? createDocumentsEngine({ store });
  engines.set(store, engine);
  return engine;
}

/** The engine of the store at hand. */
export const useDocumentsEngine = (): DocumentsEngine => documentsEngineOf(useStore<WithDocuments>());

/** A document with its place: what the review, the receipt and the progress show. */
export interface ListedDocument extends DocumentDescriptor {
  readonly slot: string;
  readonly label: string;
}

/** The draft's documents in page order, labelled as the answers have it. */
export function listDocuments(documents: DraftDocuments, answers: Answers): readonly ListedDocument[] {
  return studentDocuments.flatMap(({ slot, label }) => {
    const document = documents[slot];
    return document ? [{ ...document, slot, label: label(answers) }] : [];
  });
}

/** Documents as a PUT names them (contract §4); those that have not arrived are left out. */
export function toReferences(documents: DraftDocuments): DocumentReference[] {
  return Object.entries(documents).flatMap(([slot, { uploadId, name, size, sha256 }]) =>
    uploadId === undefined ? [] : [{ slot, uploadId, name, size, ...(sha256 && { sha256 }) }],
  );
}

/** What a submission waits for: everything has arrived, or the slots of those that cannot. */
export type Arrivals =
  | { readonly ok: true; readonly documents: readonly DocumentReference[] }
  | { readonly ok: false; readonly slots: readonly string[] };

async function arrivalsOf(arriving: Promise<DraftDocuments>): Promise<Arrivals> {
  try {
    return { ok: true, documents: toReferences(await arriving) };
  } catch (error) {
    if (error instanceof DocumentsFailed) return { ok: false, slots: error.slots };
    throw error;
  }
}

/**
 * A draft's documents, restored from this device and on their way to the server.
 *
 * - `bySlot`, `list(answers)`: what is attached; `missing(answers)`: labels of the required ones that are not.
 * - `allUploaded`, `pending(answers)`: what a submission would have to wait for.
 * - `whenUploaded(signal)`: resolves once the server has all with what the PUT names, or with the slots of those that
 *   cannot be uploaded; rejects with the signal's reason.
 * - `engine`: attach, remove, pause, resume, forget.
 */
export function useDocuments(draftId: string) {
  const engine = useDocumentsEngine();
  const bySlot = useSelector((state: WithDocuments) => selectDraftDocuments(state, draftId));
  const online = useSelector(selectOnlineIfWatched);
  useEffect(() => void engine.open(draftId), [engine, draftId]);
  useEffect(() => {
    if (online) engine.wake();
  }, [engine, online]);
  return useMemo(() => {
    const documents = Object.values(bySlot);
    return {
      engine,
      bySlot,
      list: (answers: Answers) => listDocuments(bySlot, answers),
      missing: (answers: Answers) => missingDocuments(Object.keys(bySlot), answers),
      pending: (answers: Answers) => listDocuments(bySlot, answers).filter(({ state }) => state !== 'uploaded'),
      allUploaded: documents.every(({ state }) => state === 'uploaded'),
      totalBytes: documents.reduce((sum, { size }) => sum + size, 0),
      whenUploaded: (signal: AbortSignal) => arrivalsOf(engine.whenUploaded(draftId, signal)),
      forget: () => engine.forget(draftId),
    };
  }, [engine, bySlot, draftId]);
}

const selectOnlineIfWatched = (state: WithDocuments & Partial<Parameters<typeof selectOnline>[0]>): boolean =>
  state.connection === undefined || selectOnline({ connection: state.connection });

const TOAST_MS = 6000;

/**
 * The guard before the review: true when every required document is there. Otherwise says which are missing, in the
 * words of the specification (§8 "Toasts"), and takes the person to the first of them.
 */
export function documentsComplete(slots: readonly string[], answers: Answers): boolean {
  const missing = missingDocuments(slots, answers);
  if (missing.length === 0) return true;
  toast.error(`Missing required documents: ${missing.join(', ')}`, { id: 'documents', duration: TOAST_MS });
  const first = studentDocuments.find(({ slot, required }) => required && !slots.includes(slot));
  if (first) focusDocument(first.slot);
  return false;
}

/** Takes the person to the place of a document on the form. */
export function focusDocument(slot: string): void {
  const place = document.querySelector(`[data-document="${CSS.escape(slot)}"]`);
  // What is folded away cannot take the focus.
  place?.closest('details')?.setAttribute('open', '');
  place?.querySelector('button')?.focus();
}
