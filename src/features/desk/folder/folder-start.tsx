import { useRef } from 'react';
import { useDropzone } from 'react-dropzone';
import { Button } from '#components/button.tsx';

interface FolderStartProps {
  readonly isBusy: boolean;
  readonly hasFiles: boolean;
  readonly onFiles: (files: readonly File[]) => void;
  /** The dropped files cannot be read. */
  readonly onUnreadable: () => void;
}

/** Phones have no folders to choose. */
const canChooseFolder = (): boolean => 'webkitdirectory' in HTMLInputElement.prototype;

/** How files are to be named, and three ways to choose them: a folder, files, or by dropping either. */
export function FolderStart({ isBusy, hasFiles, onFiles, onUnreadable }: FolderStartProps) {
  const folder = useRef<HTMLInputElement>(null);
  const drop = useDropzone({
    disabled: isBusy,
    noClick: true,
    noKeyboard: true,
    onError: onUnreadable,
    onDrop: (accepted, rejections) => onFiles([...accepted, ...rejections.map(({ file }) => file)]),
  });
  return (
    <>
      {!hasFiles && (
        <>
          <p>
            Put the passport number and the document in the file name. You can also name a folder after the student.
          </p>
          <p>
            For example <code translate="no">P1234567_passport.pdf</code>,{' '}
            <code translate="no">wei@example.com CV.pdf</code> or{' '}
            <code translate="no">P1234567/Bank Statement.pdf</code>. First we show you the student and the document of
            each file.
          </p>
        </>
      )}
      <div {...drop.getRootProps()} data-part="drop" data-over={drop.isDragActive}>
        <div data-part="actions">
          {canChooseFolder() && (
            <Button
              variant={hasFiles ? 'secondary' : 'primary'}
              icon="file"
              disabled={isBusy}
              onClick={() => folder.current?.click()}
            >
              {hasFiles ? 'Choose another folder' : 'Choose a folder'}
            </Button>
          )}
          <Button icon="upload" disabled={isBusy} onClick={drop.open}>
            {hasFiles ? 'Choose other files' : 'Choose files'}
          </Button>
        </div>
        <p data-part="hint">
          <small>Or drop a folder or files here.</small>
        </p>
        <input {...drop.getInputProps({ 'aria-label': 'Documents', style: { display: 'none' } })} />
        <input
          ref={(input) => {
            folder.current = input;
            input?.setAttribute('webkitdirectory', '');
          }}
          type="file"
          hidden
          multiple
          aria-label="Folder of documents"
          onChange={({ currentTarget }) => {
            const files = [...(currentTarget.files ?? [])];
            // The same folder may be chosen again once it was changed.
            currentTarget.value = '';
            onFiles(files);
          }}
        />
      </div>
    </>
  );
}
