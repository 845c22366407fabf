/**
 * Scanned pages (photos that are to become a PDF) are stored beside the documents in the store `files`, under slots of
 * their own: the list of a slot's pages, and the bytes of each page. Another store would need a new version of the
 * database, and an open page of an earlier version could save nothing from then on
 * (docs/decisions/0012-documents-on-the-device.md).
 */

/** The slot of the list of pages. */
export const pageListSlot = (slot: string): string => `scan:${slot}`;
/** The slot of the bytes of one page. */
export const pageSlot = (slot: string, id: string): string => `scan:${slot}:${id}`;

/** Whether a slot of `files` belongs to scanned pages and not to a document. */
export const isOfPages = (slot: string): boolean => slot.startsWith('scan:');
export const isPageList = (slot: string): boolean => /^scan:[^:]+$/.test(slot);

/** The range of slots that have the bytes of a slot's pages. */
export const pageSlotsBetween = (slot: string): readonly [from: string, to: string] => [
  pageSlot(slot, ''),
  pageSlot(slot, '\uffff'),
];
