import * as v from 'valibot';
import { readFrom, type WriteTransaction, writeTo } from '#platform/database.ts';

const descriptionSchema = v.object({
  name: v.string(),
  type: v.string(),
  size: v.number(),
  sha256: v.optional(v.string()),
  uploadId: v.optional(v.string()),
});
/** What is kept of a document beside its bytes; `size` in bytes. */
export type DocumentDescription = v.InferOutput<typeof descriptionSchema>;

export interface KeptDocument {
  readonly slot: string;
  readonly description: DocumentDescription;
  /** Whether its bytes are on this device. An uploaded document needs none here. */
  readonly kept: boolean;
}

/** Where documents rest between visits, by draft and slot. Every call may reject: disks fill up, storage is blocked. */
export interface DocumentFiles {
  /** Keeps a document in place of what the slot had; resolves once it is on the disk. */
  put(draftId: string, slot: string, description: DocumentDescription, file: Blob): Promise<void>;
  /** Changes what is known of a document, its bytes untouched. */
  describe(draftId: string, slot: string, description: DocumentDescription): Promise<void>;
  list(draftId: string): Promise<readonly KeptDocument[]>;
  /** The bytes of a document; undefined where this device does not have them. */
  bytesOf(draftId: string, slot: string): Promise<Blob | undefined>;
  remove(draftId: string, slot: string): Promise<void>;
  removeDraft(draftId: string): Promise<void>;
}

const STORES = ['documents', 'files'] as const;
type DocumentsTransaction = WriteTransaction<typeof STORES>;
/** What a write may take whatever its size, and beyond that for each byte: half a megabyte a second is a very slow disk. */
const LIMIT_MS = 20_000;
const LIMIT_MS_PER_BYTE = 1 / 500;

/** Documents in this device's database (lib/database.ts). */
export const documentFiles: DocumentFiles = {
  async put(draftId, slot, description, file) {
    // Not the file itself: WebKit's private windows refuse to keep one. Read before, since no transaction waits for it.
    const bytes = await file.arrayBuffer();
    const limitMs = LIMIT_MS + bytes.byteLength * LIMIT_MS_PER_BYTE;
    const keep = async (transaction: DocumentsTransaction) => {
      await transaction.objectStore('documents').put({ draftId, slot, description });
      await transaction.objectStore('files').put({ draftId, slot, bytes });
    };
    await writeTo(STORES, keep, limitMs);
  },
  async describe(draftId, slot, description) {
    await writeTo(['documents'], ({ store }) => store.put({ draftId, slot, description }));
  },
  async list(draftId) {
    return readFrom(STORES, async (transaction) => {
      const records = await transaction.objectStore('documents').index('draftId').getAll(draftId);
      const files = await transaction.objectStore('files').index('draftId').getAllKeys(draftId);
      const kept = new Set(files.map(([, slot]) => slot));
      return records.flatMap(({ slot, description }) => {
        const known = v.safeParse(descriptionSchema, description);
        return known.success ? [{ slot, description: known.output, kept: kept.has(slot) }] : [];
      });
    });
  },
  async bytesOf(draftId, slot) {
    const file = await readFrom(['files'], ({ store }) => store.get([draftId, slot]));
    return file && new Blob([file.bytes]);
  },
  async remove(draftId, slot) {
    await writeTo(STORES, async (transaction) => {
      await transaction.objectStore('documents').delete([draftId, slot]);
      await transaction.objectStore('files').delete([draftId, slot]);
    });
  },
  async removeDraft(draftId) {
    await writeTo(STORES, async (transaction) => {
      for (const name of STORES) {
        const store = transaction.objectStore(name);
        for (const key of await store.index('draftId').getAllKeys(draftId)) await store.delete(key);
      }
    });
  },
};
