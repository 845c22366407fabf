import type { DocumentFiles, KeptDocument } from '#features/documents/document-files.ts';

/** Documents in memory: a device whose database outlives the page, or refuses everything when `full`. */
export function memoryFiles() {
  const kept = new Map<string, KeptDocument & { draftId: string }>();
  const device = { full: false };
  const files: DocumentFiles = {
    async put(draftId, slot, description, bytes) {
      if (device.full) throw new DOMException('The disk is full', 'QuotaExceededError');
      kept.set(`${draftId}/${slot}`, { draftId, slot, description, bytes });
      return bytes;
    },
    async describe(draftId, slot, description) {
      const document = kept.get(`${draftId}/${slot}`);
      if (document) kept.set(`${draftId}/${slot}`, { ...document, description });
    },
    list: async (draftId) => [...kept.values()].filter((document) => document.draftId === draftId),
    async remove(draftId, slot) {
      kept.delete(`${draftId}/${slot}`);
    },
    async removeDraft(draftId) {
      for (const [key, document] of kept) if (document.draftId === draftId) kept.delete(key);
    },
  };
  return { files, kept, device };
}
