import { useEffect, useRef, useState } from 'react';
import { VisuallyHidden } from '#components/visually-hidden.tsx';
import type { DraftDocuments } from './documents-slice.ts';
import { percentOf } from './upload-words.ts';

/** Screen readers hear of progress no more often. */
const EVERY_MS = 10_000;

/** Tells screen readers how far the uploads are: while they move at most every ten seconds, and once when all is done. */
export function UploadAnnouncer({ documents }: { readonly documents: DraftDocuments }) {
  const [words, setWords] = useState('');
  const latest = useRef(documents);
  useEffect(() => {
    latest.current = documents;
  }, [documents]);
  const isMoving = Object.values(documents).some(({ state }) => state === 'uploading');
  const isComplete = !isMoving && Object.values(documents).every(({ state }) => state === 'uploaded');
  const wasMoving = useRef(false);
  useEffect(() => {
    if (!isMoving) return;
    wasMoving.current = true;
    const timer = setInterval(() => setWords(progressOf(latest.current)), EVERY_MS);
    return () => clearInterval(timer);
  }, [isMoving]);
  useEffect(() => {
    if (!isComplete || !wasMoving.current) return;
    wasMoving.current = false;
    setWords('Uploads complete');
  }, [isComplete]);
  return <VisuallyHidden role="status">{words}</VisuallyHidden>;
}

function progressOf(documents: DraftDocuments): string {
  const all = Object.values(documents);
  const sent = all.reduce((sum, { uploadedBytes }) => sum + uploadedBytes, 0);
  const size = all.reduce((sum, document) => sum + document.size, 0);
  return `Uploading documents, ${percentOf(sent, size)}%`;
}
