/**
 * Pages in work (photos that are to become a PDF) lie beside the documents in the store `files`, under slots of their
 * own: the list of a slot's pages, and the bytes of each. A store of their own would be a new version of the database,
 * and a page of an earlier version that is open in another tab could save nothing from then on
 * (docs/decisions/0012-documents-on-the-device.md).
 */

/** Where the list of a slot's pages lies. */
export const pageListSlot = (slot: string): string => `scan:${slot}`;
/** Where the bytes of a page lie. */
export const pageSlot = (slot: string, id: string): string => `scan:${slot}:${id}`;

/** Whether a slot of `files` belongs to pages in work, and to no document. */
export const isOfPages = (slot: string): boolean => slot.startsWith('scan:');
export const isPageList = (slot: string): boolean => /^scan:[^:]+$/.test(slot);

/** The slots of all pages' bytes of a slot, as the ends of a range. */
export const pageSlotsBetween = (slot: string): readonly [from: string, to: string] => [
  pageSlot(slot, ''),
  pageSlot(slot, '\uffff'),
];
