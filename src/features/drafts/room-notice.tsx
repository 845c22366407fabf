import { useEffect, useState } from 'react';
import { useAppSelector } from '#app/hooks.ts';
import { Notice } from '#components/notice.tsx';
import { formatSize } from '#domain/format/size.ts';
import { TOTAL_DOCUMENT_BYTES } from '#domain/student/documents.ts';
import { type DocumentDescriptor, isOnlyHere, selectDraftDocuments } from '#features/documents/documents-slice.ts';
import { selectSave } from './application-slice.ts';
import { askToPersist, roomLeft } from './room.ts';

/**
 * Says it before documents do not fit on this device any more; the text is kept all the same. With the first document,
 * which nobody wants to look for twice, the browser is asked not to clear this site's storage by itself.
 */
export function RoomNotice() {
  const draft = useAppSelector(({ application }) => application.draft?.id);
  const step = useAppSelector(({ application }) => application.draft?.step);
  const documents = useAppSelector((state) => selectDraftDocuments(state, draft ?? ''));
  const attached = Object.values(documents);
  const count = attached.length;
  const bytes = attached.reduce((sum, { size }) => sum + size, 0);
  const onlyHere = attached.filter(isOnlyHere);
  const areAnswersKept = useAppSelector((state) => selectSave(state).state !== 'failed');
  const [room, setRoom] = useState<number>();
  const looking = step === 4 || count > 0;
  useEffect(() => {
    // Asked anew whenever documents come or go.
    if (looking && bytes >= 0) void roomLeft().then(setRoom);
    if (count > 0) void askToPersist();
  }, [looking, count, bytes]);
  const answers = areAnswersKept && ' Your answers are kept all the same.';
  if (onlyHere.length > 0) {
    return (
      <Notice kind="warning" role="status" title="Not all of your documents are kept on this device">
        <p>
          Leave this page open until {endOf(onlyHere)}.{answers}
        </p>
      </Notice>
    );
  }
  if (room === undefined || room >= TOTAL_DOCUMENT_BYTES - bytes) return null;
  return (
    <Notice kind="warning" role="status" title="This device has little room left">
      <p>
        About {formatSize(room)} are free, so documents may not be kept on this device: leave this page open until they
        have been uploaded.{answers}
      </p>
    </Notice>
  );
}

/** What the page has to stay open for. */
const endOf = (documents: readonly DocumentDescriptor[]): string =>
  documents.some(({ unlisted }) => unlisted) ? 'your application is submitted' : 'they have been uploaded';
