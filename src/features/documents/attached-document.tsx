import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '#components/button.tsx';
import { ProgressBar } from '#components/progress.tsx';
import { VisuallyHidden } from '#components/skeleton.tsx';
import type { RejectedFile } from '#components/upload/accepted-files.ts';
import { FileRow } from '#components/upload/file-row.tsx';
import { type DocumentDescriptor, type DraftDocuments, isOnlyHere } from './documents-slice.ts';
import { DocumentFindings, DocumentPicture } from './inspection/late-inspection.tsx';
import { paceWords } from './transfers.ts';
import { useDocumentsEngine } from './use-documents.ts';

/** The state of a document, in words. */
export function uploadWords({ state, uploadedBytes, size, bytesPerSecond, failure }: DocumentDescriptor): string {
  switch (state) {
    case 'checking':
      return 'Checking the file';
    case 'waiting':
      return 'Waiting to upload';
    case 'uploading':
      return [`Uploading, ${percentOf(uploadedBytes, size)}%`, paceWords(size - uploadedBytes, bytesPerSecond)]
        .filter(Boolean)
        .join(' · ');
    case 'retrying':
      return failure ? 'We will try again soon' : 'Waiting for a connection';
    case 'paused':
      return `Paused at ${percentOf(uploadedBytes, size)}%`;
    case 'uploaded':
      return 'Uploaded';
    case 'failed':
      return 'Not uploaded';
  }
}

/** Whole per cent; 100 only when all bytes are there. */
const percentOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.min(part >= whole ? 100 : 99, Math.floor((part / whole) * 100));

interface AttachedDocumentProps {
  readonly draftId: string;
  readonly slot: string;
  readonly label: string;
  readonly document: DocumentDescriptor;
  readonly disabled?: boolean;
  readonly onReplace: () => void;
  /** Takes a file in its place, as if it had been chosen. */
  readonly onFile: (file: File) => Promise<RejectedFile | undefined>;
}

/** A document in its slot: name, size, how far it is, and what can be done with it. */
export function AttachedDocument({
  draftId,
  slot,
  label,
  document,
  disabled = false,
  onReplace,
  onFile,
}: AttachedDocumentProps) {
  const engine = useDocumentsEngine();
  const { name, size, state, uploadedBytes, failure } = document;
  const action = (words: string, act: () => void, icon?: 'trash') => (
    <Button size="sm" variant="quiet" disabled={disabled} onClick={act} {...(icon && { icon })}>
      <span>{words}</span>
      <VisuallyHidden>{` ${label}`}</VisuallyHidden>
    </Button>
  );
  const moving = state === 'uploading' || state === 'retrying' || state === 'paused';
  return (
    <FileRow
      picture={<DocumentPicture {...{ draftId, slot }} />}
      name={name}
      size={size}
      about={<span data-upload-state={state}>{uploadWords(document)}</span>}
      actions={
        <>
          {state === 'uploading' && action('Pause', () => engine.pause(draftId, slot))}
          {state === 'paused' && action('Resume', () => engine.resume(draftId, slot))}
          {(state === 'retrying' || state === 'failed') && action('Try again', () => engine.resume(draftId, slot))}
          {action('Replace', onReplace)}
          {action('Remove', () => void engine.remove(draftId, slot), 'trash')}
        </>
      }
    >
      {moving && <ProgressBar size="sm" label={`Uploading ${name}`} value={uploadedBytes} max={size} />}
      {failure && <p role="alert">{failure}</p>}
      {isOnlyHere(document) && <p>{`This browser could not save a copy: ${whatToDo(document)}.`}</p>}
      {!disabled && <DocumentFindings {...{ draftId, slot, onReplace, onFile }} />}
    </FileRow>
  );
}

/** How long the page has to stay open. */
const whatToDo = ({ unlisted }: DocumentDescriptor): string =>
  `stay on this page until ${unlisted ? 'your application is submitted' : 'the upload is done'}`;

/** How often screen readers announce the progress. */
const EVERY_MS = 10_000;

/** Announces to screen readers how far the uploads are: every ten seconds while they move, and once when all are done. */
export function UploadAnnouncer({ documents }: { readonly documents: DraftDocuments }) {
  const [words, setWords] = useState('');
  const announce = useEffectEvent(() => setWords(progressOf(documents)));
  const isMoving = Object.values(documents).some(({ state }) => state === 'uploading');
  const isComplete = !isMoving && Object.values(documents).every(({ state }) => state === 'uploaded');
  const wasMoving = useRef(false);
  useEffect(() => {
    if (!isMoving) return;
    wasMoving.current = true;
    const timer = setInterval(announce, EVERY_MS);
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
