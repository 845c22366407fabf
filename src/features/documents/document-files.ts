import * as v from 'valibot';
import { openDatabase } from '#lib/database.ts';

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
  /** A handle: the bytes stay on the disk until they are read. */
  readonly bytes: Blob;
}

/** Where documents rest between visits, by draft and slot. Every call may reject: disks fill up, storage is blocked. */
export interface DocumentFiles {
  /** Keeps a document in place of what the slot had; resolves with the copy once it is on the disk. */
  put(draftId: string, slot: string, description: DocumentDescription, bytes: Blob): Promise<Blob>;
  /** Changes what is known of a document, its bytes untouched. */
  describe(draftId: string, slot: string, description: DocumentDescription): Promise<void>;
  list(draftId: string): Promise<readonly KeptDocument[]>;
  remove(draftId: string, slot: string): Promise<void>;
  removeDraft(draftId: string): Promise<void>;
}

const STORES = ['documents', 'files'] as const;

async function change() {
  const transaction = (await openDatabase()).transaction(STORES, 'readwrite', { durability: 'strict' });
  return {
    done: transaction.done,
    documents: transaction.objectStore('documents'),
    files: transaction.objectStore('files'),
  };
}

/** Documents in this device's database (lib/database.ts). */
export const documentFiles: DocumentFiles = {
  async put(draftId, slot, description, bytes) {
    const { documents, files, done } = await change();
    await Promise.all([documents.put({ draftId, slot, description }), files.put({ draftId, slot, bytes }), done]);
    const kept = await (await openDatabase()).get('files', [draftId, slot]);
    return kept?.bytes ?? bytes;
  },
  async describe(draftId, slot, description) {
    await (await openDatabase()).put('documents', { draftId, slot, description });
  },
  async list(draftId) {
    const transaction = (await openDatabase()).transaction(STORES);
    const records = await transaction.objectStore('documents').index('draftId').getAll(draftId);
    const kept = records.map(async ({ slot, description }) => {
      const known = v.safeParse(descriptionSchema, description);
      const file = await transaction.objectStore('files').get([draftId, slot]);
      return known.success && file ? [{ slot, description: known.output, bytes: file.bytes }] : [];
    });
    return (await Promise.all(kept)).flat();
  },
  async remove(draftId, slot) {
    const { documents, files, done } = await change();
    await Promise.all([documents.delete([draftId, slot]), files.delete([draftId, slot]), done]);
  },
  async removeDraft(draftId) {
    const { documents, files, done } = await change();
    const keys = await documents.index('draftId').getAllKeys(draftId);
    await Promise.all([...keys.flatMap((key) => [documents.delete(key), files.delete(key)]), done]);
  },
};
