import * as v from 'valibot';
import { type DocumentRecord, ofDraft, readFrom, writeFiles, writeTo } from '#platform/database.ts';

export const descriptionSchema = v.object({
  name: v.string(),
  type: v.string(),
  size: v.number(),
  sha256: v.optional(v.string()),
  uploadId: v.optional(v.string()),
  /** Which choice of a file it is (documents-slice.ts). Absent if an earlier version of the page wrote it. */
  attachment: v.optional(v.string()),
  usedAnyway: v.optional(v.boolean()),
  keepsSize: v.optional(v.boolean()),
  unlocked: v.optional(v.boolean()),
});
/** What is kept of a document beside its bytes. `size` in bytes. */
export type DocumentDescription = v.InferOutput<typeof descriptionSchema>;

export interface KeptDocument {
  readonly slot: string;
  readonly description: DocumentDescription;
  /** Whether its bytes are on this device. An uploaded document needs none here. */
  readonly kept: boolean;
}

const STORES = ['documents', 'files'] as const;

/** Keeps documents between visits, in this device's database. Every call may reject: a disk may be full, storage blocked. */
export const documentFiles = {
  /** Keeps a document in place of an earlier one in its slot; resolves once it is on the disk. */
  async put(
    draftId: string,
    slot: string,
    description: DocumentDescription,
    content: Blob | ArrayBuffer,
  ): Promise<void> {
    // WebKit's private windows refuse to keep the file itself. Its bytes are read first: no transaction waits for them.
    const bytes = content instanceof Blob ? await content.arrayBuffer() : content;
    await writeFiles(STORES, [{ draftId, slot, bytes }], async (transaction, ready) => {
      await transaction.objectStore('documents').put({ draftId, slot, description, at: Date.now() });
      for (const record of ready) await transaction.objectStore('files').put(record);
    });
  },
  /**
   * Replaces the description of a document and leaves its bytes. Writes nothing where another tab has put another file
   * into the slot, or where the document has been there and is gone; `isFirst` says that it has not been there yet.
   */
  async describe(draftId: string, slot: string, description: DocumentDescription, isFirst: boolean): Promise<void> {
    await writeTo(['documents'], async ({ store }) => {
      const present = await store.get([draftId, slot]);
      const isMeant = present ? isAttachment(present, description.attachment) : isFirst;
      if (isMeant) await store.put({ draftId, slot, description, at: Date.now() });
    });
  },
  async list(draftId: string): Promise<readonly KeptDocument[]> {
    return readFrom(STORES, async (transaction) => {
      const records = await transaction.objectStore('documents').getAll(ofDraft(draftId));
      const files = await transaction.objectStore('files').getAllKeys(ofDraft(draftId));
      const kept = new Set(files.map(([, slot]) => slot));
      return records.flatMap(({ slot, description }) => {
        const known = v.safeParse(descriptionSchema, description);
        return known.success ? [{ slot, description: known.output, kept: kept.has(slot) }] : [];
      });
    });
  },
  /** The bytes of a document. Undefined if this device does not have them, or has another file in the slot. */
  async bytesOf(draftId: string, slot: string, attachment: string): Promise<Blob | undefined> {
    return readFrom(STORES, async (transaction) => {
      const record = await transaction.objectStore('documents').get([draftId, slot]);
      if (record === undefined || !isAttachment(record, attachment)) return undefined;
      const file = await transaction.objectStore('files').get([draftId, slot]);
      return file && new Blob([file.bytes]);
    });
  },
  async remove(draftId: string, slot: string): Promise<void> {
    await writeTo(STORES, async (transaction) => {
      for (const name of STORES) await transaction.objectStore(name).delete([draftId, slot]);
    });
  },
};
export type DocumentFiles = typeof documentFiles;

/** Whether a kept document is the file of that attachment, as far as it says which one it is. */
function isAttachment({ description }: DocumentRecord, attachment: string | undefined): boolean {
  const known = v.safeParse(descriptionSchema, description);
  const present = known.success ? known.output.attachment : undefined;
  return present === undefined || present === attachment;
}
