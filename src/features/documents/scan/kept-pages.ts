import * as v from 'valibot';
import { readFrom, writeFiles } from '#platform/database.ts';
import { pageListSlot, pageSlot, pageSlotsBetween } from '#platform/scan-slots.ts';

const pointSchema = v.object({ x: v.number(), y: v.number() });
const cornersSchema = v.pipe(v.tuple([pointSchema, pointSchema, pointSchema, pointSchema]), v.readonly());
const pageSchema = v.object({
  id: v.string(),
  name: v.string(),
  width: v.number(),
  height: v.number(),
  turns: v.picklist([0, 1, 2, 3]),
  corners: v.exactOptional(cornersSchema),
  proposed: v.exactOptional(cornersSchema),
  sheetAt: v.exactOptional(v.number()),
  /** The person has chosen its corners: those that were found are no longer offered. */
  isSeen: v.exactOptional(v.boolean()),
  /** Its PDF has a digital signature, which is not valid in another PDF. */
  isSigned: v.exactOptional(v.boolean()),
  /** The chosen PDF of which it is a page. */
  from: v.exactOptional(v.string()),
  /** Its number in that PDF, which is kept as long as one of its pages. */
  number: v.exactOptional(v.number()),
});
const waitingSchema = v.object({
  id: v.string(),
  name: v.string(),
  type: v.string(),
  waiting: v.literal(true),
  /** Of a PDF: how many of its pages were read. */
  read: v.exactOptional(v.number()),
  /** The numbers of those among them that the disk did not take. */
  again: v.exactOptional(v.pipe(v.array(v.number()), v.readonly())),
});
const itemsSchema = v.array(v.union([waitingSchema, pageSchema]));

/** A page that is ready, as it is in the list of its slot. */
export type KeptPage = Readonly<v.InferOutput<typeof pageSchema>>;
/** A chosen file that has not been read yet: kept as it is, so that no kill loses it. */
export type WaitingFile = Readonly<v.InferOutput<typeof waitingSchema>>;
export type PageItem = KeptPage | WaitingFile;

export const isWaiting = (item: PageItem): item is WaitingFile => 'waiting' in item;

/** What an item needs the bytes of: itself, and the PDF of which it is a page. */
export const idsOf = (item: PageItem): readonly string[] =>
  isWaiting(item) || item.from === undefined || item.number === undefined ? [item.id] : [item.id, item.from];

export interface PageBytes {
  readonly id: string;
  readonly bytes: ArrayBuffer;
}

const STORES = ['files'] as const;
const NO_BYTES = new ArrayBuffer(0);

const rangeOf = (draftId: string, slot: string): IDBKeyRange => {
  const [from, to] = pageSlotsBetween(slot);
  return IDBKeyRange.bound([draftId, from], [draftId, to]);
};

/** Keeps the pages of a slot that are to become its PDF, in this device's database. Every call may reject. */
export const keptPages = {
  /**
   * The pages of a slot in their order; those whose bytes are not here are left out.
   *
   * @throws where the list is in words that this version of the page does not know: it is to be left alone
   */
  async list(draftId: string, slot: string): Promise<readonly PageItem[]> {
    return readFrom(STORES, async ({ store }) => {
      const list = await store.get([draftId, pageListSlot(slot)]);
      const known = v.parse(itemsSchema, list?.pages ?? []);
      const keys = new Set((await store.getAllKeys(rangeOf(draftId, slot))).map(([, key]) => key));
      return known.filter(({ id }) => keys.has(pageSlot(slot, id)));
    });
  },
  /**
   * Writes the list of a slot's pages, and the bytes of new ones; what else there is of the slot's pages is removed.
   * All of it or nothing; resolves once it is on the disk.
   */
  async put(
    draftId: string,
    slot: string,
    items: readonly PageItem[],
    added: readonly PageBytes[] = [],
  ): Promise<void> {
    const listed = new Set(items.flatMap(idsOf).map((id) => pageSlot(slot, id)));
    const place = { draftId, slot: pageListSlot(slot) };
    const list = { ...place, bytes: NO_BYTES, pages: items, at: Date.now() };
    const pages = added.map(({ id, bytes }) => ({ draftId, slot: pageSlot(slot, id), bytes }));
    await writeFiles(STORES, items.length === 0 ? pages : [...pages, list], async ({ store }, ready) => {
      for (const key of await store.getAllKeys(rangeOf(draftId, slot)))
        if (!listed.has(key[1])) await store.delete(key);
      // After what is removed, so that its room is free.
      for (const record of ready) await store.put(record);
      if (items.length === 0) await store.delete([place.draftId, place.slot]);
    });
  },
  async bytesOf(draftId: string, slot: string, id: string): Promise<ArrayBuffer | undefined> {
    const file = await readFrom(STORES, ({ store }) => store.get([draftId, pageSlot(slot, id)]));
    return file && new Response(file.bytes).arrayBuffer();
  },
};
export type KeptPages = typeof keptPages;
