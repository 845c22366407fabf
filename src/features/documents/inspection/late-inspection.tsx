import { useEffect, useState } from 'react';
import { useSelector, useStore } from 'react-redux';
import type { Elements } from '#components/elements.ts';
import { Icon } from '#components/icon.tsx';
import type { RejectedFile } from '#components/upload/accepted-files.ts';
import { importWithRetry } from '#platform/import-with-retry.ts';
import { whenIdle } from '#platform/scheduling.ts';
import { type ConnectionUse, selectIsConnectionIdle } from './idle-connection.ts';
import { type DocumentPlace, PictureRoom, type SentDocument } from './picture-room.tsx';

const load = () => import('./findings.tsx');
type InspectionPart = Awaited<ReturnType<typeof load>>;
let part: InspectionPart | undefined;
let loading: Promise<InspectionPart> | undefined;

/** Brings it once for all documents of the page. */
function loadPart(mayTryAgain: () => boolean): Promise<InspectionPart> {
  loading ??= importWithRetry(load, mayTryAgain).finally(() => {
    loading = undefined;
  });
  return loading;
}

/** Whether this browser can draw in a worker; those that cannot show no pages and no warnings. */
const canInspect = (): boolean => typeof Worker === 'function' && typeof OffscreenCanvas === 'function';

/**
 * Loads what shows an inspection once the page is idle and nothing else needs the connection. The form does not wait for
 * it.
 */
function useLatePart(): InspectionPart | undefined {
  const [here, setHere] = useState(part);
  const store = useStore<ConnectionUse>();
  const isFree = useSelector(selectIsConnectionIdle);
  useEffect(() => {
    if (here !== undefined || !isFree || !canInspect()) return;
    const isFreeNow = () => selectIsConnectionIdle(store.getState());
    let isGone = false;
    const take = (brought: InspectionPart) => {
      part = brought;
      if (!isGone) setHere(brought);
    };
    whenIdle(() => {
      if (isGone || !isFreeNow()) return;
      // Without it the document goes its way all the same.
      loadPart(isFreeNow).then(take, () => {});
    });
    return () => {
      isGone = true;
    };
  }, [here, isFree, store]);
  return here;
}

/** The first page of a document, and up to three on a press. Until they are drawn, an icon of a file. */
export function DocumentPicture(place: DocumentPlace) {
  const shown = useLatePart();
  return shown ? <shown.FirstPages {...place} /> : <FileDrawing />;
}

/** The first pages of a document on a receipt. Nothing if the page no longer has it. */
export function ReceiptPicture(document: SentDocument) {
  const shown = useLatePart();
  return shown ? <shown.SentPages {...document} /> : null;
}

interface WithWarnedProps<Document> {
  readonly draftId: string;
  readonly documents: readonly Document[];
  readonly children: (warned: readonly Document[], foreign: readonly Document[]) => Elements;
}

/** Shows something about the documents of a draft with an open note or in another language, once they are inspected. */
export function WithWarned<Document extends { readonly slot: string }>(props: WithWarnedProps<Document>) {
  const shown = useLatePart();
  return shown ? <shown.Warned {...props} /> : props.children(NONE, NONE);
}

const NONE: readonly never[] = [];

const FileDrawing = () => (
  <PictureRoom>
    <Icon name="file" size={24} />
  </PictureRoom>
);

interface DocumentFindingsProps extends DocumentPlace {
  /** Opens the device's file dialog; without it, the slot has another way to another file. */
  readonly onReplace?: () => void;
  /** Takes a file as if it had been chosen. */
  readonly onFile: (file: File) => Promise<RejectedFile | undefined>;
}

/** What should be known of a document before it is sent, with what can be done. */
export function DocumentFindings(props: DocumentFindingsProps) {
  const shown = useLatePart();
  return shown ? <shown.Findings {...props} /> : null;
}
