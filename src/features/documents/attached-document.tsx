import { Button } from '#components/button.tsx';
import { ProgressBar } from '#components/progress-bar.tsx';
import { FileRow } from '#components/upload/file-row.tsx';
import { VisuallyHidden } from '#components/visually-hidden.tsx';
import { type DocumentDescriptor, isOnlyHere } from './documents-slice.ts';
import { uploadWords } from './upload-words.ts';
import { useDocumentsEngine } from './use-documents.ts';

interface AttachedDocumentProps {
  readonly draftId: string;
  readonly slot: string;
  readonly label: string;
  readonly document: DocumentDescriptor;
  readonly disabled: boolean;
  readonly onReplace: () => void;
}

/** A document in its slot: name, size, how far it is, and what can be done with it. */
export function AttachedDocument({ draftId, slot, label, document, disabled, onReplace }: AttachedDocumentProps) {
  const engine = useDocumentsEngine();
  const { name, size, state, uploadedBytes, failure } = document;
  const action = (words: string, act: () => void, icon?: 'trash') => (
    <Button size="sm" variant="quiet" disabled={disabled} onClick={act} {...(icon && { icon })}>
      {words}
      <VisuallyHidden> {label}</VisuallyHidden>
    </Button>
  );
  const moving = state === 'uploading' || state === 'retrying' || state === 'paused';
  return (
    <FileRow
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
      {(moving || failure || isOnlyHere(document)) && (
        <>
          {moving && <ProgressBar size="sm" label={`Uploading ${name}`} value={uploadedBytes} max={size} />}
          {failure && <p role="alert">{failure}</p>}
          {isOnlyHere(document) && <p>This browser could not keep a copy: {whatToDo(document)}.</p>}
        </>
      )}
    </FileRow>
  );
}

/** Until when the page is needed. */
const whatToDo = ({ unlisted }: DocumentDescriptor): string =>
  `stay on this page until ${unlisted ? 'your application is submitted' : 'the upload is done'}`;
