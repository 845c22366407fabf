import { noteWriting } from '#platform/database.ts';
import type { DocumentDescription, DocumentFiles } from './document-files.ts';
import type { DocumentChanges, DocumentDescriptor } from './documents-slice.ts';

interface DocumentKeepingOptions {
  readonly files: DocumentFiles;
  /** What the store has of a document now. */
  readonly find: (draftId: string, slot: string) => DocumentDescriptor | undefined;
  /** Changes what the store has of one attachment, unless another file has replaced it. */
  readonly report: (draftId: string, slot: string, attachment: string, changes: DocumentChanges) => void;
  /** Drafts that another tab has taken over: their documents are gone from this page, and were not removed. */
  readonly takenOver: ReadonlySet<string>;
}

/** Writes documents to this device, and holds the chosen files that it does not have. */
export function createDocumentKeeping({ files, find, report, takenOver }: DocumentKeepingOptions) {
  /** The chosen files until they are stored on this device. If that fails, until the page is closed. */
  const chosen = new Map<string, File>();
  /** Files are written one after another, because each is then in memory as a whole. */
  let lastWrite: Promise<unknown> = Promise.resolve();
  const chosenOf = (draftId: string, slot: string) => chosen.get(`${draftId}/${slot}`);
  const release = (draftId: string, slot: string): void => void chosen.delete(`${draftId}/${slot}`);

  /** Writes the description of a document, without its bytes. */
  async function describe(draftId: string, slot: string, document: DocumentDescriptor) {
    const isFirst = chosenOf(draftId, slot) !== undefined;
    const isNoted = await succeeds(files.describe(draftId, slot, descriptionOf(document), isFirst));
    report(draftId, slot, document.attachment, { unlisted: !isNoted });
  }

  /**
   * Writes a document to this device, in place of an earlier one, which stays there until then: a page that is killed in
   * between loses neither. If writing fails, or there are no bytes, the page keeps the chosen file in memory and says so.
   * The earlier document must not come back in its place.
   */
  async function write(draftId: string, slot: string, attachment: string, bytes: ArrayBuffer | undefined) {
    const document = find(draftId, slot);
    if (document?.attachment !== attachment) return;
    const isKept = bytes !== undefined && (await succeeds(files.put(draftId, slot, descriptionOf(document), bytes)));
    const present = find(draftId, slot);
    // It was removed while it was being written, unless it left with its draft.
    if (!present && takenOver.has(draftId)) return;
    if (!present) return void files.remove(draftId, slot).catch(() => {});
    if (present.attachment !== attachment) return;
    if (isKept) release(draftId, slot);
    else {
      report(draftId, slot, attachment, { kept: false });
      await files.remove(draftId, slot).catch(() => {});
    }
    const latest = find(draftId, slot);
    if (latest?.attachment !== attachment) return;
    // Its upload began, or the person answered, while it was being written.
    if (latest.uploadId || latest.usedAnyway || latest.keepsSize || latest.unlocked)
      await describe(draftId, slot, latest);
  }

  return {
    chosenOf,
    hold: (draftId: string, slot: string, file: File): void => void chosen.set(`${draftId}/${slot}`, file),
    release,
    /** The bytes of a document, from the page or from the disk. Undefined if neither has them. */
    bytesOf: async (draftId: string, slot: string, attachment: string): Promise<Blob | undefined> =>
      chosenOf(draftId, slot) ?? files.bytesOf(draftId, slot, attachment),
    describe,
    /** The drafts of chosen files that this device does not have. */
    unkeptDrafts: (): readonly string[] => [...chosen.keys()].map((key) => key.slice(0, key.indexOf('/'))),
    /** Resolves once it is written, or could not be; without bytes it cannot be. */
    keep(draftId: string, slot: string, attachment: string, bytes: ArrayBuffer | undefined): Promise<void> {
      const writing = noteWriting(lastWrite.then(() => write(draftId, slot, attachment, bytes)));
      lastWrite = writing;
      return writing;
    },
  };
}

export const succeeds = (write: Promise<void>): Promise<boolean> =>
  write.then(
    () => true,
    () => false,
  );

/** What is written of a document beside its bytes. */
const descriptionOf = (document: DocumentDescriptor): DocumentDescription => {
  const { name, type, size, sha256, uploadId, attachment, usedAnyway, keepsSize, unlocked } = document;
  return { name, type, size, sha256, uploadId, attachment, usedAnyway, keepsSize, unlocked };
};
