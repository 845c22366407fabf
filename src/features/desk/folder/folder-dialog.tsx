import { useRef } from 'react';
import { Button } from '#components/button.tsx';
import { Modal } from '#components/modal.tsx';
import { Notice } from '#components/notice.tsx';
import { possiblePassports } from './find-passports.ts';
import { FolderBox } from './folder.styles.ts';
import { FolderRows } from './folder-rows.tsx';
import { FolderStart } from './folder-start.tsx';
import { documentsInWords, endInWords, filesInWords, NO_ROOM } from './folder-words.ts';
import { sortFiles } from './sort-files.ts';
import { useFolder } from './use-folder.ts';
import { useFolderStudents } from './use-folder-students.ts';

/** Attaches documents to students by their file names. The person sees every file first. */
export function FolderDialog({ onClose }: { readonly onClose: () => void }) {
  const { students, refresh } = useFolderStudents();
  const folder = useFolder({ students, refresh });
  const sorted = sortFiles(folder);
  const { progress, outcomes, files, isReading } = folder;
  const isBusy = progress !== undefined;
  const photos = files.filter(({ content }) => content === 'photo').length;
  const nameless = possiblePassports(folder.planned).length;
  const isOver = !isBusy && outcomes.size > 0;
  const counts = useRef<HTMLParagraphElement>(null);
  // The row goes to another part, and its buttons with it.
  const onAssigned = () => counts.current?.focus({ preventScroll: true });
  const attach = async () => {
    await folder.attach(sorted.work);
    // The button that was pressed is gone.
    counts.current?.focus();
  };
  const rows = { folder, students: students ?? [], onAssigned };

  return (
    <Modal
      open
      title="Attach documents from a folder"
      size="full"
      onClose={onClose}
      dismissable={!isBusy}
      footer={
        <>
          {isBusy && (
            <Button disabled={folder.isStopping} onClick={folder.stop}>
              {folder.isStopping ? 'Stopping after this one…' : 'Stop after this one'}
            </Button>
          )}
          {isOver && sorted.work.length === 0 && (
            <Button variant="primary" onClick={onClose}>
              Done
            </Button>
          )}
          {files.length > 0 && (isBusy || sorted.work.length > 0 || !isOver) && (
            <Button
              variant="primary"
              disabled={isBusy || isReading || sorted.work.length === 0}
              onClick={() => void attach()}
            >
              {progress
                ? `Attaching ${Math.min(progress.done + 1, progress.of)} of ${progress.of}…`
                : `Attach ${documentsInWords(sorted.work.length)}`}
            </Button>
          )}
        </>
      }
    >
      <FolderBox>
        {students?.length === 0 && (
          <Notice kind="info">There are no students on this device yet. Add your students first.</Notice>
        )}
        <FolderStart
          isBusy={isBusy || isReading}
          hasFiles={files.length > 0}
          onFiles={(chosen) => void folder.choose(chosen)}
          onUnreadable={folder.refuse}
        />
        {folder.refusal && (
          <Notice kind="error" role="alert">
            {`${folder.refusal}.`}
          </Notice>
        )}
        {isOver && (
          <Notice kind={sorted.attached.length === outcomes.size ? 'success' : 'warning'} role="alert">
            <span>{`${endInWords(sorted.attached.length, files.length)}.`}</span>
            {[...outcomes.values()].some((one) => 'isKept' in one && !one.isKept) && <span>{` ${NO_ROOM}.`}</span>}
          </Notice>
        )}
        <p role="status" ref={counts} tabIndex={-1}>
          {isReading ? 'Reading…' : files.length > 0 && `${filesInWords(files.length)}: ${sorted.counts}`}
        </p>
        {photos > 0 && !isBusy && (
          <div data-part="actions">
            <Button busy={isReading ? 'Making PDFs…' : undefined} onClick={() => void folder.makePdfs()}>
              {photos === 1 ? 'Make a PDF of the photo' : `Make PDFs of ${photos} photos`}
            </Button>
          </div>
        )}
        {nameless > 0 && !isBusy && !isReading && (
          <div data-part="actions">
            <Button onClick={() => void folder.findPassports()}>
              {`Look for passports in ${filesInWords(nameless)} without a student`}
            </Button>
            <small>Files are read on this device and sent nowhere. The first time, about 2 MB are loaded for it.</small>
          </div>
        )}
        {sorted.replacing.length > 0 && !isBusy && (
          <label data-part="choose">
            <input
              type="checkbox"
              checked={folder.mayReplace}
              onChange={({ currentTarget }) => folder.setMayReplace(currentTarget.checked)}
            />
            <span>{`Replace documents that are already there (${sorted.replacing.length})`}</span>
          </label>
        )}
        <FolderRows title="Could not be attached" indexes={sorted.failed} {...rows} />
        <FolderRows title="Not matched" indexes={sorted.unmatched} {...rows} />
        <FolderRows title="Would replace a document" indexes={sorted.replacing} {...rows} />
        <FolderRows title="Matched" indexes={sorted.adding} {...rows} />
        <FolderRows title="Left out" indexes={sorted.leftOut} {...rows} />
        <FolderRows title="Attached" indexes={sorted.attached} {...rows} />
      </FolderBox>
    </Modal>
  );
}
