import * as v from 'valibot';
import { readFrom, type WriteTransaction, writeTo } from '#platform/database.ts';

const descriptionSchema = v.object({
  name: v.string(),
  type: v.string(),
  size: v.number(),
  sha256: v.optional(v.string()),
  uploadId: v.optional(v.string()),
});
/** What is kept of a document beside its bytes. `size` in bytes. */
export type DocumentDescription = v.InferOutput<typeof descriptionSchema>;

export interface KeptDocument {
  readonly slot: string;
  readonly description: DocumentDescription;
  /** Whether its bytes are on this device. An uploaded document needs none here. */
  readonly kept: boolean;
}

/** Keeps documents between visits, by draft and slot. Every call may reject: a disk may be full, storage blocked. */
export interface DocumentFiles {
  /** Keeps a document in place of an earlier one in its slot; resolves once it is on the disk. */
  put(draftId: string, slot: string, description: DocumentDescription, file: Blob): Promise<void>;
  /** Replaces the description of a document and leaves its bytes. */
  describe(draftId: string, slot: string, description: DocumentDescription): Promise<void>;
  list(draftId: string): Promise<readonly KeptDocument[]>;
  /** The bytes of a document; undefined where this device does not have them. */
  bytesOf(draftId: string, slot: string): Promise<Blob | undefined>;
  remove(draftId: string, slot: string): Promise<void>;
  removeDraft(draftId: string): Promise<void>;
}

const STORES = ['documents', 'files'] as const;
type DocumentsTransaction = WriteTransaction<typeof STORES>;
/** How long a write may take: a fixed time, and more for each byte, as a very slow disk needs (half a megabyte a second). */
const LIMIT_MS = 20_000;
const LIMIT_MS_PER_BYTE = 1 / 500;

/** Documents in this device's database (platform/database.ts). */
export const documentFiles: DocumentFiles = {
  async put(draftId, slot, description, file) {
    // WebKit's private windows refuse to keep the file itself. Its bytes are read first: no transaction waits for them.
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
