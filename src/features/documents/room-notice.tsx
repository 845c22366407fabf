import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { Notice } from '#components/notice.tsx';
import { formatSize } from '#domain/format/size.ts';
import { TOTAL_DOCUMENT_BYTES } from '#domain/student/documents.ts';
import type { DraftsRoot } from '#features/drafts/draft-services.ts';
import { selectSave } from '#features/drafts/drafts-slice.ts';
import { roomLeft } from '#platform/free-space.ts';
import { type DocumentDescriptor, type DocumentsRoot, isOnlyHere, selectDraftDocuments } from './documents-slice.ts';

/** Warns before documents no longer fit on this device; the answers are kept all the same. */
export function RoomNotice() {
  const draft = useSelector(({ drafts }: DraftsRoot) => drafts.open?.id);
  const step = useSelector(({ drafts }: DraftsRoot) => drafts.open?.step);
  const documents = useSelector((state: DocumentsRoot) => selectDraftDocuments(state, draft ?? ''));
  const attached = Object.values(documents);
  const count = attached.length;
  const bytes = attached.reduce((sum, { size }) => sum + size, 0);
  const onlyHere = attached.filter(isOnlyHere);
  const areAnswersKept = useSelector((state: DraftsRoot) => selectSave(state).state !== 'failed');
  const [room, setRoom] = useState<number>();
  const looking = step === 4 || count > 0;
  useEffect(() => {
    // Checked again when documents are added or removed.
    if (looking && bytes >= 0) void roomLeft().then(setRoom);
  }, [looking, bytes]);
  const answers = areAnswersKept ? ' Your answers are saved.' : '';
  if (onlyHere.length > 0) {
    return (
      <Notice kind="warning" role="status" title="We could not save all your documents on this device">
        <p>{`Keep this page open until ${endOf(onlyHere)}.${answers}`}</p>
      </Notice>
    );
  }
  if (room === undefined || room >= TOTAL_DOCUMENT_BYTES - bytes) return null;
  return (
    <Notice kind="warning" role="status" title="This device has little room left">
      <p>
        {`About ${formatSize(room)} are free. Keep this page open until we have uploaded your documents.${answers}`}
      </p>
    </Notice>
  );
}

/** Until when the page has to stay open. */
const endOf = (documents: readonly DocumentDescriptor[]): string =>
  documents.some(({ unlisted }) => unlisted) ? 'your application is submitted' : 'the uploads are done';
