import { useState } from 'react';
import { useSelector } from 'react-redux';
import { Button } from '#components/button.tsx';
import { Verbatim, Words } from '#components/verbatim.tsx';
import { formatSize } from '#domain/format/size.ts';
import { type DocumentsRoot, isOnlyHere, selectDocument } from '#features/documents/documents-slice.ts';
import { AssignFile } from './assign-file.tsx';
import type { AttachOutcome } from './attach-files.ts';
import { LOSES_SIGNATURE, slotName, whyInWords } from './folder-words.ts';
import type { SlotPlace } from './match-files.ts';
import { type FolderStudent, type PlannedFile, placeKey } from './plan-files.ts';
import type { FolderState } from './use-folder.ts';

interface FolderRowsProps {
  readonly title: string;
  /** The files of this part, by their index. */
  readonly indexes: readonly number[];
  readonly folder: FolderState;
  readonly students: readonly FolderStudent[];
  /** A file was assigned or left out. */
  readonly onAssigned: () => void;
}

/** One part of the files, with the status of each and its buttons. Nothing if there are none. */
export function FolderRows({ title, indexes, folder, students, onAssigned }: FolderRowsProps) {
  const [open, setOpen] = useState<number>();
  if (indexes.length === 0) return null;
  const byId = new Map(students.map((student) => [student.id, student]));
  return (
    <section aria-label={title}>
      <h3>{`${title} (${indexes.length})`}</h3>
      <ul data-part="files">
        {indexes.map((index) => {
          const [file, planned] = [folder.files[index], folder.planned[index]];
          if (!file || !planned) return null;
          const canAssign =
            planned.kind !== 'fault' && !folder.isAttached(index) && folder.progress === undefined && !folder.isReading;
          const place = planned.kind === 'unmatched' && planned.why === 'same-place' ? planned.place : undefined;
          const same = place && folder.together.has(placeKey(place)) ? place : undefined;
          const assign = (to: SlotPlace | 'left-out') => {
            folder.assign(index, to);
            setOpen(undefined);
            onAssigned();
          };
          return (
            <li key={index}>
              <div>
                <Verbatim>{file.path}</Verbatim> <small>{formatSize(file.size)}</small>
                <FileStatus planned={planned} outcome={folder.outcomes.get(index)} students={byId} />
                {file.losesSignature && <small data-part="why">{LOSES_SIGNATURE}</small>}
              </div>
              {canAssign && open !== index && (
                <div data-part="actions">
                  {same && (
                    <Button
                      size="sm"
                      variant="primary"
                      aria-label={`Combine ${file.path} with the other files of this document`}
                      onClick={() => void folder.combine(same).then(onAssigned)}
                    >
                      Combine
                    </Button>
                  )}
                  <Button size="sm" aria-label={`${assignLabel(planned)} ${file.path}`} onClick={() => setOpen(index)}>
                    {assignLabel(planned)}
                  </Button>
                  {planned.kind !== 'left-out' && (
                    <Button
                      size="sm"
                      variant="quiet"
                      aria-label={`Leave out ${file.path}`}
                      onClick={() => assign('left-out')}
                    >
                      Leave out
                    </Button>
                  )}
                </div>
              )}
              {canAssign && open === index && (
                <AssignFile
                  path={file.path}
                  students={students}
                  known={knownOf(planned)}
                  onAssign={assign}
                  onCancel={() => {
                    setOpen(undefined);
                    onAssigned();
                  }}
                />
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const assignLabel = ({ kind }: PlannedFile): string => (kind === 'matched' ? 'Change' : 'Assign');

function knownOf(planned: PlannedFile): Partial<SlotPlace> {
  if (planned.kind === 'matched') return planned.place;
  if (planned.kind !== 'unmatched') return {};
  const [id, other] = planned.students;
  return planned.place ?? (id !== undefined && other === undefined ? { id } : {});
}

interface FileStatusProps {
  readonly planned: PlannedFile;
  readonly outcome: AttachOutcome | undefined;
  readonly students: ReadonlyMap<string, FolderStudent>;
}

/** Where a file goes, or why it does not, and what became of it. */
function FileStatus({ planned, outcome, students }: FileStatusProps) {
  if (planned.kind === 'left-out') return <small>Left out</small>;
  if (planned.kind !== 'matched') {
    const named = planned.kind === 'unmatched' ? planned.students : [];
    return (
      <small data-part="why">
        <Words verbatim={named.map((id) => students.get(id)?.name)}>{whyInWords(planned, students)}</Words>
      </small>
    );
  }
  const { place, replaces } = planned;
  const isAttached = outcome !== undefined && 'isKept' in outcome;
  return (
    <>
      <small>
        <span>{`${slotName(place.slot)} of `}</span>
        <Verbatim>{students.get(place.id)?.name}</Verbatim>
        {replaces && !isAttached && <span>, replaces the document that is there</span>}
      </small>
      {isAttached && <Attached place={place} isKept={outcome.isKept} />}
      {outcome && 'why' in outcome && <small data-part="why">{`Not attached: ${outcome.why}`}</small>}
    </>
  );
}

/** A slow disk may refuse a document only later, and one that is uploaded is safe: the store knows. */
function Attached({ place, isKept }: { readonly place: SlotPlace; readonly isKept: boolean }) {
  const document = useSelector((state: DocumentsRoot) => selectDocument(state, place.id, place.slot));
  if (document ? !isOnlyHere(document) : isKept) return <small data-part="done">Attached</small>;
  return (
    <small data-part="why">
      Attached, but this device has no room left: keep this page open until the upload is done
    </small>
  );
}
