import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useEffect, useMemo } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { toast } from '#components/toasts.tsx';
import type { Answers } from '#domain/form/form.ts';
import { missingDocuments, studentDocuments } from '#domain/student/documents.ts';
import { type DocumentServices, type DocumentsEngine, documentsEngine } from './documents-engine.ts';
import {
  type DocumentDescriptor,
  type DocumentsRoot,
  type DraftDocuments,
  selectDraftDocuments,
} from './documents-slice.ts';

/** The engine of the store at hand. */
export function useDocumentsEngine(): DocumentsEngine {
  const dispatch = useDispatch<ThunkDispatch<DocumentsRoot, DocumentServices, UnknownAction>>();
  return useMemo(() => dispatch(documentsEngine()), [dispatch]);
}

/** A document with its place: what the review, the receipt and the progress show. */
export interface ListedDocument extends DocumentDescriptor {
  readonly slot: string;
  readonly label: string;
}

/** The draft's documents in page order, labelled as the answers have it. */
function listDocuments(documents: DraftDocuments, answers: Answers): readonly ListedDocument[] {
  return studentDocuments.flatMap(({ slot, label }) => {
    const document = documents[slot];
    return document ? [{ ...document, slot, label: label(answers) }] : [];
  });
}

/**
 * A draft's documents, restored from this device and on their way to the server.
 *
 * - `bySlot`, `totalBytes`, `list(answers)`: what is attached.
 * - `pending(answers)`: what a submission still has to wait for.
 * - `engine`: attach, remove, pause, resume.
 */
export function useDocuments(draftId: string) {
  const engine = useDocumentsEngine();
  const bySlot = useSelector((state: DocumentsRoot) => selectDraftDocuments(state, draftId));
  useEffect(() => void engine.open(draftId), [engine, draftId]);
  return useMemo(
    () => ({
      engine,
      bySlot,
      totalBytes: Object.values(bySlot).reduce((sum, { size }) => sum + size, 0),
      list: (answers: Answers) => listDocuments(bySlot, answers),
      pending: (answers: Answers) => listDocuments(bySlot, answers).filter(({ state }) => state !== 'uploaded'),
    }),
    [engine, bySlot],
  );
}

/**
 * The guard before the review: true when every required document is there. Otherwise says which are missing
 * (R5.5), and leads to the first of them.
 */
export function documentsComplete(slots: readonly string[], answers: Answers): boolean {
  const missing = missingDocuments(slots, answers);
  if (missing.length === 0) return true;
  toast.error(`Missing required documents: ${missing.join(', ')}`, { id: 'documents' });
  const first = studentDocuments.find(({ slot, required }) => required && !slots.includes(slot));
  if (first) focusDocument(first.slot);
  return false;
}

/** Moves the focus to the place of a document on the form. */
export function focusDocument(slot: string): void {
  const place = document.querySelector(`[data-document="${CSS.escape(slot)}"]`);
  // A folded panel cannot take the focus.
  place?.closest('details')?.setAttribute('open', '');
  place?.querySelector('button')?.focus();
}
