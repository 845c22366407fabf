import pLimit from 'p-limit';
import { PDF_TYPE } from '#components/upload/accepted-files.ts';
import { createFileReading } from './file-reading.ts';
import { idsOf, isWaiting, type KeptPage, type KeptPages, keptPages, type PageItem } from './kept-pages.ts';
import { createPageKeeping } from './page-keeping.ts';
import { moveItem } from './page-order.ts';
import { createScanEngines, type ScanEngines } from './scan-engines.ts';
import type { Corners } from './scan-page.ts';
import { type ChangeItems, createScanState } from './scan-state.ts';

interface ScanWorkOptions {
  readonly draftId: string;
  readonly slot: string;
  /** The person has changed the pages, so the draft's 24 hours begin again. */
  readonly onChange: () => void;
  readonly pages?: KeptPages;
  readonly engines?: ScanEngines;
}

export type ScanWork = ReturnType<typeof createScanWork>;

/**
 * The pages of one slot that are to become its PDF. Every change is written to this device at once. Chosen files are kept
 * before they are read.
 */
export function createScanWork({ draftId, slot, onChange, ...options }: ScanWorkOptions) {
  const { pages: disk = keptPages, engines = createScanEngines() } = options;
  const scan = createScanState();
  const { items, set, state } = scan;
  const keeping = createPageKeeping({ draftId, slot, disk, scan });
  const { bytesOf, save } = keeping;
  const change: ChangeItems = (next, changes = {}) => {
    set({ items: next, ...changes });
    onChange();
    return save();
  };
  /** Phones have memory for one decoded photo. */
  const inTurn = pLimit({ concurrency: 1, rejectOnClear: true });
  const reading = createFileReading({ scan, keeping, engines, change, inTurn });
  let opening: Promise<void> | undefined;

  async function readList(): Promise<void> {
    try {
      const kept = await disk.list(draftId, slot);
      set({ items: kept, isLost: false });
    } catch {
      // Nothing is written over what may still be there.
      set({ isLost: true });
      opening = undefined;
    }
  }

  return {
    subscribe: scan.subscribe,
    state,
    /** Reads what this device has, and continues to read waiting files. */
    async open(): Promise<void> {
      opening ??= readList();
      await opening;
      await reading.readAll();
    },
    /** Adds files at the end; resolves once they are kept, and their pages follow. */
    async add(files: readonly File[]): Promise<void> {
      opening ??= readList();
      await opening;
      if (state().items === undefined) return;
      for (const file of files) {
        const item = { id: crypto.randomUUID(), name: file.name, type: file.type, waiting: true as const };
        await change([...items(), item], { unkept: keeping.hold(item.id, file) });
      }
      void reading.readAll();
    },
    retry: reading.retry,
    move(id: string, to: number) {
      const from = items().findIndex((item) => item.id === id);
      if (from >= 0 && from !== to) void change(moveItem(items(), from, to));
    },
    /** Turns a page clockwise by a quarter. */
    turn(id: string) {
      void change(items().map((item) => (item.id === id && !isWaiting(item) ? turned(item) : item)));
    },
    /** Crops a page to its corners; undefined is the whole picture. */
    crop(id: string, corners: Corners | undefined) {
      void change(items().map((item) => (item.id === id ? cropped(item, corners) : item)));
    },
    /** Removes a page or a file; a page can be brought back until another is removed. */
    async remove(id: string): Promise<void> {
      const item = scan.find(id);
      if (item === undefined) return;
      if (isWaiting(item)) return reading.drop(id);
      const bytes = await bytesOf(id).catch(() => undefined);
      // The disk loses a PDF with its last page. Undo needs it, to copy the page.
      const { from } = item;
      const isLast = !items().some((other) => other.id !== id && from !== undefined && idsOf(other).includes(from));
      const source = from !== undefined && isLast ? await bytesOf(from).catch(() => undefined) : undefined;
      // Pages of a PDF may have been inserted before it.
      const at = items().findIndex((other) => other.id === id);
      // The button was pressed twice.
      if (at < 0) return;
      const last = state().removed;
      if (last) keeping.release(last.item.id);
      const unkept = new Set(state().unkept);
      if (bytes) keeping.hold(id, new Blob([bytes], { type: 'image/jpeg' }));
      if (from !== undefined && source) keeping.hold(from, new Blob([source], { type: PDF_TYPE }));
      unkept.delete(id);
      await change(
        items().filter((other) => other.id !== id),
        { unkept, removed: bytes && { item, at } },
      );
    },
    undoRemove() {
      const { removed, unkept } = state();
      if (removed === undefined) return;
      const { item, at } = removed;
      const next = [...items().slice(0, at), item, ...items().slice(at)];
      void change(next, { unkept: new Set(unkept).add(item.id), removed: undefined });
    },
    /** Retries what could not be written. */
    save,
    bytesOf,
    /** The page as it will be in the PDF, at most `longest` pixels, as JPEG. */
    preview: (page: KeptPage, longest: number): Promise<Blob> =>
      inTurn(() => engines.use(async (engine) => engine.preview(page, await bytesOf(page.id), longest))),
    /** One PDF of all pages. `onProgress` gets the number of finished pages. */
    makePdf(onProgress: (done: number) => void): Promise<Blob> {
      const pages = items().filter((item): item is KeptPage => !isWaiting(item));
      return inTurn(() => engines.use((engine) => engine.makePdf(pages, bytesOf, onProgress)));
    },
    /** The dialog is closed. The engine ends; reading continues when the dialog is opened again. */
    rest: reading.rest,
    /** Nothing of the draft may be written from now on; resolves once nothing is being written. */
    async end(): Promise<void> {
      const ended = keeping.end();
      engines.close();
      await ended;
    },
  };
}

function turned(page: KeptPage): KeptPage {
  const turns = ((page.turns + 1) % 4) as KeptPage['turns'];
  return { ...page, turns };
}

function cropped(item: PageItem, corners: Corners | undefined): PageItem {
  if (isWaiting(item)) return item;
  const { corners: _before, ...page } = item;
  return { ...page, isSeen: true, ...(corners && { corners }) };
}
