import type { DocumentFiles, KeptDocument } from '#features/documents/document-files.ts';

/** Documents in memory: a device whose database outlives the page, or refuses everything if `full`. */
export function memoryFiles() {
  const kept = new Map<string, KeptDocument & { draftId: string; bytes?: Blob }>();
  /**
   * `full` refuses every write, `fullOfBytes` only those of files, and `stuck` never finishes one. Writes of files wait
   * for `held`; `begun` counts them.
   */
  const device = { full: false, fullOfBytes: false, stuck: false, held: Promise.resolve(), begun: 0 };
  const files: DocumentFiles = {
    async put(draftId, slot, description, content) {
      device.begun += 1;
      await device.held;
      if (device.stuck) await new Promise(() => {});
      if (device.full || device.fullOfBytes) throw new DOMException('The disk is full', 'QuotaExceededError');
      kept.set(`${draftId}/${slot}`, { draftId, slot, description, bytes: new Blob([content]), kept: true });
    },
    async describe(draftId, slot, description, isFirst) {
      if (device.full) throw new DOMException('The disk is full', 'QuotaExceededError');
      const present = kept.get(`${draftId}/${slot}`);
      if (present ? !isAttachment(present, description.attachment) : !isFirst) return;
      const document = present ?? { draftId, slot, kept: false };
      kept.set(`${draftId}/${slot}`, { ...document, description });
    },
    async bytesOf(draftId, slot, attachment) {
      const document = kept.get(`${draftId}/${slot}`);
      return document && isAttachment(document, attachment) ? document.bytes : undefined;
    },
    list: async (draftId) => [...kept.values()].filter((document) => document.draftId === draftId),
    async remove(draftId, slot) {
      kept.delete(`${draftId}/${slot}`);
    },
  };
  return { files, kept, device };
}

/** Files of the previous release have no choice id and match any choice. */
const isAttachment = ({ description }: KeptDocument, attachment: string | undefined): boolean =>
  description.attachment === undefined || description.attachment === attachment;
