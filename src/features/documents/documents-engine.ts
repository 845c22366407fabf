import { nanoid } from '@reduxjs/toolkit';
import type { RejectedFile } from '#components/upload/drop-errors.ts';
import { documentsChanged } from '#features/drafts/draft-events.ts';
import { checkFile, makeHasher, type SlotLimits } from './document-checks.ts';
import { type DocumentFiles, documentFiles } from './document-files.ts';
import {
  type DocumentChanges,
  type DocumentDescriptor,
  type DocumentsStore,
  type DraftDocuments,
  documentsEvents,
  selectDocument,
  selectDraftDocuments,
} from './documents-slice.ts';
import { createTransfers, type TransferOptions } from './transfers.ts';

export interface EngineOptions extends TransferOptions {
  readonly store: DocumentsStore;
  readonly files?: DocumentFiles;
}

export interface DocumentsEngine {
  /** Brings back what an earlier visit left in a draft, and goes on uploading it. Once a draft, however often called. */
  open(draftId: string): Promise<void>;
  /** Takes a file for a slot, in place of the one that is there. Resolves with the reason when it does not. */
  attach(draftId: string, slot: string, file: File, limits: SlotLimits): Promise<RejectedFile | undefined>;
  remove(draftId: string, slot: string): Promise<void>;
  pause(draftId: string, slot: string): void;
  /** Goes on with one that was paused, rests after a failure, or was refused. */
  resume(draftId: string, slot: string): void;
  /** The connection is back. */
  wake(): void;
  /**
   * Resolves with the draft's documents by slot once the server has them all; uploads that expired there are made again.
   * Rejects with the signal's reason, or with DocumentsFailed when one cannot be uploaded.
   */
  whenUploaded(draftId: string, signal?: AbortSignal): Promise<DraftDocuments>;
  /**
   * Sends documents again, as new uploads, that the server has lost: true when this device has all of them. The places of
   * those that it does not have are free afterwards.
   */
  bringAgain(draftId: string, slots: readonly string[]): Promise<boolean>;
  /** Ends what this page does with a draft's documents: another tab has the draft now, or it is gone. The disk is left alone. */
  close(draftId: string): void;
  /** Forgets a draft's documents on this device. What the server has of them stays: they were submitted. */
  forget(draftId: string): Promise<void>;
}

/** A disk that is still writing after so long holds up no upload. */
const PATIENCE_MS = 3000;

/** Keeps drafts' documents on this device and brings them to the server in the background. */
export function createDocumentsEngine({ store, files = documentFiles, ...options }: EngineOptions): DocumentsEngine {
  const opened = new Map<string, Promise<void>>();
  /** Documents that this page deals with, by draft and slot. */
  const known = new Set<string>();
  /** The person's own files, until they are on the disk; for good where they cannot be kept there. */
  const chosen = new Map<string, File>();
  const hash = makeHasher();
  /** One is written after the other: each lies in memory whole meanwhile. */
  let lastWrite: Promise<unknown> = Promise.resolve();
  const documentsOf = (draftId: string) => selectDraftDocuments(store.getState(), draftId);
  const find = (draftId: string, slot: string) => selectDocument(store.getState(), draftId, slot);
  const bytesOf = async (draftId: string, slot: string) =>
    chosen.get(`${draftId}/${slot}`) ?? files.bytesOf(draftId, slot);
  const transfers = createTransfers({ ...options, find, bytes: bytesOf, report });

  // Whoever takes a document out of the store (removed, draft deleted or expired) ends its transfer.
  store.subscribe(() => {
    for (const key of known) {
      const [draftId = '', slot = ''] = key.split('/');
      if (find(draftId, slot)) continue;
      known.delete(key);
      chosen.delete(key);
      transfers.stop(draftId, slot, undefined);
    }
  });

  /** Tells the store news of one attachment; late news of a replaced one is dropped. */
  function report(draftId: string, slot: string, attachment: string, changes: DocumentChanges) {
    if (find(draftId, slot)?.attachment !== attachment) return;
    store.dispatch(documentsEvents.progressed({ draftId, slot, attachment, changes }));
    // Where the upload stands has to outlive the page; without it, it would begin again.
    const document = find(draftId, slot);
    if ('uploadId' in changes && document) void note(draftId, slot, document);
  }

  /** Notes what is known of a document, its bytes apart. */
  async function note(draftId: string, slot: string, document: DocumentDescriptor) {
    const { attachment } = document;
    const isNoted = await files.describe(draftId, slot, describe(document)).then(
      () => true,
      () => false,
    );
    report(draftId, slot, attachment, { unlisted: !isNoted });
  }

  /** Writes a document to the disk; when that fails, the page goes on with the person's own file, and says so. */
  async function keep(draftId: string, slot: string, attachment: string, file: File) {
    const document = find(draftId, slot);
    if (document?.attachment !== attachment) return;
    const isKept = await files.put(draftId, slot, describe(document), file).then(
      () => true,
      () => false,
    );
    const present = find(draftId, slot);
    // Removed while it was being written.
    if (!present) return void files.remove(draftId, slot).catch(() => {});
    if (present.attachment !== attachment) return;
    // From here on nobody minds what becomes of the person's own file.
    if (isKept) chosen.delete(`${draftId}/${slot}`);
    else report(draftId, slot, attachment, { kept: false });
    // It was begun on the server meanwhile.
    if (present.uploadId) await note(draftId, slot, present);
  }

  async function restore(draftId: string) {
    const kept = await files.list(draftId).catch(() => []);
    const documents: Record<string, DocumentDescriptor> = {};
    for (const { slot, description, kept: isKept } of kept) {
      // Neither here nor begun on the server: nothing is left of it.
      if (!isKept && description.uploadId === undefined) continue;
      known.add(`${draftId}/${slot}`);
      documents[slot] = { ...description, attachment: nanoid(), uploadedBytes: 0, state: 'waiting', kept: isKept };
    }
    store.dispatch(documentsEvents.restored({ draftId, documents }));
    for (const slot of Object.keys(documents)) transfers.start(draftId, slot);
  }

  function open(draftId: string) {
    const opening = opened.get(draftId) ?? restore(draftId);
    opened.set(draftId, opening);
    return opening;
  }

  async function attach(draftId: string, slot: string, file: File, limits: SlotLimits) {
    await open(draftId);
    const { [slot]: previous, ...others } = documentsOf(draftId);
    const rejected = await checkFile(file, others, limits);
    if (rejected) return rejected;
    transfers.stop(draftId, slot, previous?.uploadId);
    known.add(`${draftId}/${slot}`);
    chosen.set(`${draftId}/${slot}`, file);
    const attachment = nanoid();
    const document = { attachment, name: file.name, type: file.type, size: file.size, uploadedBytes: 0, kept: true };
    store.dispatch(documentsEvents.attached({ draftId, slot, document: { ...document, state: 'checking' } }));
    store.dispatch(documentsChanged(draftId, Object.keys(documentsOf(draftId))));
    // The disk must not have the new name beside the old bytes, whatever becomes of the next write.
    if (previous) lastWrite = lastWrite.then(() => files.remove(draftId, slot).catch(() => {}));
    void prepare(draftId, slot, attachment, file);
    return undefined;
  }

  /** Hashes and keeps a file, then sends it on its way, which waits for no disk that does not come to an end. */
  async function prepare(draftId: string, slot: string, attachment: string, file: File) {
    const sha256 = await hash(file);
    report(draftId, slot, attachment, { sha256 });
    const kept = lastWrite.then(() => keep(draftId, slot, attachment, file));
    lastWrite = kept;
    await Promise.race([kept, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
    if (find(draftId, slot)?.attachment === attachment) transfers.start(draftId, slot);
  }

  async function remove(draftId: string, slot: string) {
    transfers.stop(draftId, slot, find(draftId, slot)?.uploadId);
    store.dispatch(documentsEvents.removed({ draftId, slot }));
    store.dispatch(documentsChanged(draftId, Object.keys(documentsOf(draftId))));
    await files.remove(draftId, slot).catch(() => {});
  }

  async function forget(draftId: string) {
    await opened.get(draftId);
    close(draftId);
    await files.removeDraft(draftId).catch(() => {});
  }

  function close(draftId: string) {
    for (const slot of Object.keys(documentsOf(draftId))) transfers.stop(draftId, slot, undefined);
    opened.delete(draftId);
    store.dispatch(documentsEvents.draftForgotten(draftId));
  }

  async function whenUploaded(draftId: string, signal?: AbortSignal) {
    await open(draftId);
    await transfers.checkAll(draftId, documentsOf(draftId));
    return waitForUploads(store, draftId, signal);
  }

  async function bringAgain(draftId: string, slots: readonly string[]) {
    await open(draftId);
    let areAllHere = true;
    for (const slot of slots) {
      const document = find(draftId, slot);
      if (document && (await bytesOf(draftId, slot).catch(() => undefined))) {
        transfers.stop(draftId, slot, undefined);
        report(draftId, slot, document.attachment, { uploadId: undefined, uploadedBytes: 0 });
        transfers.start(draftId, slot);
      } else {
        areAllHere = false;
        if (document) await remove(draftId, slot);
      }
    }
    return areAllHere;
  }

  const { pause, start: resume, wake } = transfers;
  return { open, attach, remove, pause, resume, wake, whenUploaded, bringAgain, close, forget };
}

const describe = ({ name, type, size, sha256, uploadId }: DocumentDescriptor) => ({
  name,
  type,
  size,
  sha256,
  uploadId,
});

/** Documents that cannot be uploaded; `slots` names them. */
export class DocumentsFailed extends Error {
  readonly slots: readonly string[];
  constructor(slots: readonly string[]) {
    super(`Documents could not be uploaded: ${slots.join(', ')}`);
    this.name = 'DocumentsFailed';
    this.slots = slots;
  }
}

/**
 * Resolves with a draft's documents once each is uploaded. Rejects with DocumentsFailed as soon as nothing but refused
 * ones is left to wait for, and with the signal's reason when that aborts.
 */
export function waitForUploads(store: DocumentsStore, draftId: string, signal?: AbortSignal): Promise<DraftDocuments> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      unsubscribe();
      signal?.removeEventListener('abort', look);
      settle();
    };
    const look = () => {
      if (signal?.aborted) return end(() => reject(signal.reason));
      const documents = selectDraftDocuments(store.getState(), draftId);
      const unfinished = Object.entries(documents).filter(([, { state }]) => state !== 'uploaded');
      if (unfinished.length === 0) return end(() => resolve(documents));
      const failed = unfinished.filter(([, { state }]) => state === 'failed').map(([slot]) => slot);
      if (failed.length === unfinished.length) end(() => reject(new DocumentsFailed(failed)));
    };
    const unsubscribe = store.subscribe(look);
    signal?.addEventListener('abort', look);
    look();
  });
}
