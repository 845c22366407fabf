import { addListener, nanoid, type ThunkAction, type ThunkDispatch, type UnknownAction } from '@reduxjs/toolkit';
import { type RejectedFile, UNREADABLE_FILE } from '#components/upload/accepted-files.ts';
import { documentsChanged, draftRestored, draftTakenOver } from '#features/drafts/draft-events.ts';
import { connectionRegained } from '#platform/connection.ts';
import { noteWriting } from '#platform/database.ts';
import { type Arrivals, arrivalsOf, type ConfirmedFile } from './arrivals.ts';
import { checkFile, checkTotal, readWhole, type SlotLimits } from './document-checks.ts';
import { type DocumentFiles, documentFiles, type KeptDocument } from './document-files.ts';
import { createDocumentKeeping } from './document-keeping.ts';
import {
  type DocumentAnswers,
  type DocumentChanges,
  type DocumentDescriptor,
  type DocumentsRoot,
  type DocumentsStore,
  documentsEvents,
  draftLeft,
  selectDocument,
  selectDraftDocuments,
} from './documents-slice.ts';
import type { Inspections } from './inspection/inspection.ts';
import type { ScanServices } from './scan/scan-works.ts';
import { createTransfers, type TransferOptions } from './transfers.ts';
import { waitForState } from './wait-for-state.ts';

export type DocumentsEngine = ReturnType<typeof createDocumentsEngine>;

type DocumentsDispatch = ThunkDispatch<DocumentsRoot, DocumentServices, UnknownAction>;

/** What the documents offer to every thunk and listener. */
export interface DocumentServices extends ScanServices {
  /** Made when a draft's documents are first looked at. */
  documents?: DocumentsEngine;
  /** Made when the first document is inspected (inspection/inspections.ts). */
  inspections?: Inspections;
}

/** The engine of the store. */
export const documentsEngine =
  (): ThunkAction<DocumentsEngine, DocumentsRoot, DocumentServices, UnknownAction> =>
  (dispatch, getState, services) => {
    services.documents ??= createDocumentsEngine({ store: { dispatch, getState } });
    return services.documents;
  };

interface EngineOptions extends TransferOptions {
  readonly store: DocumentsStore;
  readonly files?: DocumentFiles;
}

/** An upload waits so long for its file to be kept on this device, and then begins all the same. */
const PATIENCE_MS = 3000;

const addDocumentsListener = addListener.withTypes<DocumentsRoot, DocumentsDispatch, DocumentServices>();

/** Keeps the documents of drafts on this device and uploads them in the background. */
export function createDocumentsEngine({ store, files = documentFiles, ...options }: EngineOptions) {
  const opened = new Map<string, Promise<void>>();
  /** The documents that this page uploads, by draft and slot. */
  const known = new Set<string>();
  /** Drafts that another tab has taken over, until this page reads their documents again. */
  const takenOver = new Set<string>();
  /** Files are read one after another, because each is then in memory as a whole. */
  let lastPrepared: Promise<unknown> = Promise.resolve();
  const documentsOf = (draftId: string) => selectDraftDocuments(store.getState(), draftId);
  const find = (draftId: string, slot: string) => selectDocument(store.getState(), draftId, slot);
  const keeping = createDocumentKeeping({ files, find, report, takenOver });
  const { bytesOf, chosenOf, describe } = keeping;
  const transfers = createTransfers({ ...options, find, bytes: bytesOf, report });
  store.dispatch(addListener({ actionCreator: connectionRegained, effect: transfers.wake }));
  store.dispatch(
    addListener({
      actionCreator: draftRestored,
      effect: async ({ payload }) => {
        // Another tab may have had it since.
        if (payload && opened.has(payload.open.id)) await catchUp(payload.open.id);
      },
    }),
  );
  store.dispatch(addDocumentsListener({ matcher: draftLeft, effect: leave }));

  /** Ends the transfers of a draft that is gone, or that another tab uploads from now on. */
  function leave(event: ReturnType<typeof draftTakenOver>) {
    const { payload: draftId } = event;
    opened.delete(draftId);
    if (draftTakenOver.match(event)) takenOver.add(draftId);
    else takenOver.delete(draftId);
    for (const key of known)
      if (key.startsWith(`${draftId}/`)) forget(draftId, key.slice(draftId.length + 1), undefined);
  }

  /** Ends a transfer; what the server has of it under `uploadId` is ended there, too. */
  function forget(draftId: string, slot: string, uploadId: string | undefined) {
    known.delete(`${draftId}/${slot}`);
    keeping.release(draftId, slot);
    transfers.stop(draftId, slot, uploadId);
  }

  /** Changes what the store has of one attachment, unless another file has replaced it. */
  function report(draftId: string, slot: string, attachment: string, changes: DocumentChanges) {
    if (find(draftId, slot)?.attachment !== attachment) return;
    store.dispatch(documentsEvents.progressed({ draftId, slot, attachment, changes }));
    // The next visit needs the upload's id, or it would upload the document again.
    const document = find(draftId, slot);
    if ('uploadId' in changes && document) void describe(draftId, slot, document);
  }

  async function restore(draftId: string) {
    takeIn(draftId, await files.list(draftId).catch(() => []));
    takenOver.delete(draftId);
  }

  function takeIn(draftId: string, kept: readonly KeptDocument[]) {
    const documents: Record<string, DocumentDescriptor> = {};
    for (const { slot, description, kept: isKept } of kept) {
      // Neither this device nor the server has anything of it.
      if (!isKept && description.uploadId === undefined) continue;
      known.add(`${draftId}/${slot}`);
      // Where an earlier version of the page kept it, its content says which file it is: in every tab the same, since a
      // tab takes the file of another attachment for another file.
      const attachment = description.attachment ?? description.sha256 ?? `${description.size} bytes`;
      documents[slot] = { ...description, attachment, uploadedBytes: 0, state: 'waiting', kept: isKept };
    }
    store.dispatch(documentsEvents.restored({ draftId, documents }));
    for (const slot of Object.keys(documents)) transfers.start(draftId, slot);
  }

  /** Brings back what an earlier visit left in a draft and goes on uploading it; does so once per draft. */
  function open(draftId: string) {
    const opening = opened.get(draftId) ?? restore(draftId);
    opened.set(draftId, opening);
    return opening;
  }

  /**
   * Brings up to date what another tab has exchanged, added or removed since this page has read a draft's documents. What
   * was chosen here and is not kept yet stays; so does all where this device cannot be read.
   */
  async function catchUp(draftId: string) {
    const kept = await files.list(draftId).catch(() => undefined);
    if (kept === undefined) return;
    const isChanged = ({ slot, description: { attachment } }: KeptDocument) => {
      const present = find(draftId, slot);
      return !present || (attachment !== undefined && attachment !== present.attachment);
    };
    const isOfOthers = (slot: string) => !chosenOf(draftId, slot);
    const changed = kept.filter((one) => isOfOthers(one.slot) && isChanged(one));
    const gone = Object.keys(documentsOf(draftId)).filter((slot) => !kept.some((one) => one.slot === slot));
    for (const slot of [...gone.filter(isOfOthers), ...changed.map((one) => one.slot)]) {
      forget(draftId, slot, undefined);
      store.dispatch(documentsEvents.removed({ draftId, slot }));
    }
    takeIn(draftId, changed);
  }

  /** The documents of a draft as this device has them now, also where this page has read them before. */
  async function refresh(draftId: string) {
    const isKnown = opened.has(draftId);
    await open(draftId);
    if (isKnown) await catchUp(draftId);
  }

  async function take(
    draftId: string,
    slot: string,
    file: File,
    limits: SlotLimits,
  ): Promise<RejectedFile | undefined> {
    await open(draftId);
    const others = () => {
      const { [slot]: _replaced, ...rest } = documentsOf(draftId);
      return rest;
    };
    // Another file may have been attached while this one was checked.
    const rejected = (await checkFile(file, others(), limits)) ?? checkTotal(file, others(), limits);
    if (rejected) return rejected;
    const previous = find(draftId, slot);
    transfers.stop(draftId, slot, previous?.uploadId);
    const document = { attachment: nanoid(), name: file.name, type: file.type, size: file.size };
    known.add(`${draftId}/${slot}`);
    keeping.hold(draftId, slot, file);
    store.dispatch(
      documentsEvents.attached({
        draftId,
        slot,
        document: { ...document, uploadedBytes: 0, kept: true, state: 'checking' },
      }),
    );
    store.dispatch(documentsChanged(draftId, Object.keys(documentsOf(draftId))));
    void noteWriting(prepare(draftId, slot, document.attachment, file));
    return undefined;
  }

  /** Keeps and uploads a file when those before it have been read. */
  function prepare(draftId: string, slot: string, attachment: string, file: File): Promise<void> {
    const preparing = lastPrepared.then(() => keepAndUpload(draftId, slot, attachment, file));
    lastPrepared = preparing;
    return preparing;
  }

  /**
   * Reads a file once, hashes and keeps what was read, then uploads it; a disk that never finishes writing does not hold
   * the upload up. A file that cannot be read ends here, since no connection would help.
   */
  async function keepAndUpload(draftId: string, slot: string, attachment: string, file: File) {
    const isPresent = () => find(draftId, slot)?.attachment === attachment;
    if (!isPresent()) return;
    const whole = await readWhole(file);
    const { bytes, sha256 } = whole.kind === 'read' ? whole : {};
    if (whole.kind === 'unreadable')
      report(draftId, slot, attachment, { state: 'failed', failure: UNREADABLE_FILE, kept: false });
    else report(draftId, slot, attachment, { sha256 });
    const kept = keeping.keep(draftId, slot, attachment, bytes);
    if (whole.kind === 'unreadable') return kept;
    await Promise.race([kept, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
    if (isPresent()) transfers.start(draftId, slot);
  }

  /** Goes on with an upload. A file that failed and is not on the disk is read again: it may be readable by now. */
  function resume(draftId: string, slot: string) {
    const document = find(draftId, slot);
    const file = chosenOf(draftId, slot);
    if (document?.state !== 'failed' || !file) return transfers.start(draftId, slot);
    report(draftId, slot, document.attachment, { state: 'checking', failure: undefined, kept: true });
    void noteWriting(prepare(draftId, slot, document.attachment, file));
  }

  async function remove(draftId: string, slot: string) {
    forget(draftId, slot, find(draftId, slot)?.uploadId);
    store.dispatch(documentsEvents.removed({ draftId, slot }));
    store.dispatch(documentsChanged(draftId, Object.keys(documentsOf(draftId))));
    await files.remove(draftId, slot).catch(() => {});
  }

  /**
   * Resolves once the server has all documents of a draft that were confirmed, or some of them cannot be sent. Uploads
   * that expired on the server are made again. Rejects with the signal's reason.
   */
  async function whenUploaded(
    draftId: string,
    confirmed: readonly ConfirmedFile[],
    signal?: AbortSignal,
  ): Promise<Arrivals> {
    await refresh(draftId);
    await transfers.checkAll(draftId, documentsOf(draftId));
    return waitForState(store, (state) => arrivalsOf(confirmed, selectDraftDocuments(state, draftId)), signal);
  }

  /**
   * Uploads documents anew that the server has lost. Resolves to true when this device has all of them; the slots of
   * those that it does not have are empty afterwards.
   */
  async function bringAgain(draftId: string, slots: readonly string[]): Promise<boolean> {
    await open(draftId);
    let areAllHere = true;
    for (const slot of slots) {
      const document = find(draftId, slot);
      const bytes = document && (await bytesOf(draftId, slot, document.attachment).catch(() => undefined));
      // Another file that was attached since is the person's answer to the loss, so it stays.
      const isExchanged = find(draftId, slot)?.attachment !== document?.attachment;
      if (bytes && !isExchanged) {
        transfers.stop(draftId, slot, undefined);
        report(draftId, slot, document.attachment, { uploadId: undefined, uploadedBytes: 0 });
        transfers.start(draftId, slot);
      } else {
        areAllHere = false;
        if (document && !isExchanged) await remove(draftId, slot);
      }
    }
    return areAllHere;
  }

  /** What the person has answered about a document: kept with it until another file takes its place. */
  async function answer(draftId: string, slot: string, answers: DocumentAnswers) {
    const document = find(draftId, slot);
    if (!document) return;
    report(draftId, slot, document.attachment, answers);
    await describe(draftId, slot, { ...document, ...answers });
  }

  const { pause } = transfers;
  /** Takes a file for a slot, in place of an earlier one. Resolves with the reason when the file is refused. */
  const attach = (...given: Parameters<typeof take>) => noteWriting(take(...given));
  /** The drafts, by id, of which this page has documents that this device has not. */
  const unkept = keeping.unkeptDrafts;
  return { open, refresh, attach, unkept, remove, pause, resume, answer, bytesOf, whenUploaded, bringAgain };
}
