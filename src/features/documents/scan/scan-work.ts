import { isPdf } from '#components/upload/accepted-files.ts';
import {
  isWaiting,
  type KeptPage,
  type KeptPages,
  keptPages,
  type PageBytes,
  type PageItem,
  type WaitingFile,
} from './kept-pages.ts';
import { moveItem } from './page-order.ts';
import type { ReadPage } from './scan-engine.ts';
import { createScanEngines, type ScanEngines } from './scan-engines.ts';
import type { Corners } from './scan-page.ts';

/** The work on one slot's pages, as the dialog shows it. */
export interface ScanState {
  /** In page order; undefined until they were read from this device. */
  readonly items: readonly PageItem[] | undefined;
  /** What this device kept could not be read. */
  readonly isLost: boolean;
  /** Why files could not be read, by their ids. */
  readonly failures: ReadonlyMap<string, unknown>;
  /** Pages that the disk does not have: closing the browser loses them. */
  readonly unkept: ReadonlySet<string>;
  /** The last write failed. */
  readonly isUnsaved: boolean;
  /** The page that was removed last, and where it stood. */
  readonly removed?: { readonly item: KeptPage; readonly at: number } | undefined;
}

interface ScanWorkOptions {
  readonly draftId: string;
  readonly slot: string;
  /** The pages were changed by the person: the draft's 24 hours begin anew. */
  readonly onChange: () => void;
  readonly pages?: KeptPages;
  readonly engines?: ScanEngines;
}

const BLANK: ScanState = { items: undefined, isLost: false, failures: new Map(), unkept: new Set(), isUnsaved: false };

export type ScanWork = ReturnType<typeof createScanWork>;

/**
 * The pages of one slot that are to become its PDF. Every change is written to this device at once; what cannot be
 * written stays in memory, and is tried again with the next change. Chosen files are kept before they are read.
 */
export function createScanWork({ draftId, slot, onChange, ...options }: ScanWorkOptions) {
  const { pages: disk = keptPages, engines = createScanEngines() } = options;
  const listeners = new Set<() => void>();
  /** Bytes that the disk does not have: not yet, or no longer. Browsers may hold Blobs outside the memory. */
  const held = new Map<string, Blob>();
  /** The files that pages were read from, while the disk has the file and not the page. */
  const sources = new Map<string, WaitingFile>();
  let state = BLANK;
  let opening: Promise<void> | undefined;
  let lastWrite: Promise<unknown> = Promise.resolve();
  let isReading = false;
  /** How often the dialog was closed: what was being read then did not fail. */
  let rests = 0;
  /** The draft is gone, or another tab has it: nothing of it may be written any more. */
  let isOver = false;

  const set = (changes: Partial<ScanState>) => {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  };
  const items = () => state.items ?? [];
  const find = (id: string) => items().find((item) => item.id === id);

  /** What the disk is to have: of a page that it could not take, the file that the page was read from. */
  const writable = (added: readonly string[]): readonly PageItem[] =>
    items().flatMap((item) =>
      state.unkept.has(item.id) && !added.includes(item.id) ? (sources.get(item.id) ?? []) : item,
    );

  /** Writes the list as it is now, with the bytes of these pages that the disk does not have. */
  async function put(ids: readonly string[]): Promise<void> {
    const added: PageBytes[] = [];
    for (const id of ids) {
      const blob = held.get(id);
      if (blob) added.push({ id, bytes: await blob.arrayBuffer() });
    }
    if (isOver) return;
    await disk.put(draftId, slot, writable(ids), added);
    const unkept = new Set(state.unkept);
    for (const id of ids) {
      unkept.delete(id);
      sources.delete(id);
      if (find(id)) held.delete(id);
    }
    set({ unkept });
  }

  /** Where not all can be written at once, one after the other, so that a large one does not stand in the way of others. */
  async function write(): Promise<void> {
    if (isOver) return;
    const missing = items().flatMap(({ id }) => (state.unkept.has(id) ? id : []));
    const isWhole = await succeeds(put(missing));
    if (!isWhole && missing.length > 0) {
      await succeeds(put([]));
      for (const id of missing) await succeeds(put([id]));
    }
    set({ isUnsaved: !isWhole && (missing.length === 0 || state.unkept.size > 0) });
  }
  /** Writes follow one another, so that an older list never replaces a newer one. */
  function save(): Promise<void> {
    const writing = lastWrite.then(write);
    lastWrite = writing;
    return writing;
  }
  function change(next: readonly PageItem[], changes: Partial<ScanState> = {}): Promise<void> {
    set({ items: next, ...changes });
    onChange();
    return save();
  }
  const hold = (id: string, bytes: Blob) => {
    held.set(id, bytes);
    return new Set(state.unkept).add(id);
  };

  async function bytesOf(id: string): Promise<ArrayBuffer> {
    const bytes = (await held.get(id)?.arrayBuffer()) ?? (await disk.bytesOf(draftId, slot, id));
    if (bytes === undefined) throw new Error('the bytes of a page are gone');
    return bytes;
  }

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

  /** Puts what was read in place of the file, or before it where more may follow. */
  async function takeIn(file: WaitingFile, read: ReadPage, isLast: boolean): Promise<void> {
    const at = items().findIndex(({ id }) => id === file.id);
    if (at < 0) return;
    const { width, height, proposed } = read;
    const page: KeptPage = {
      id: crypto.randomUUID(),
      name: file.name,
      width,
      height,
      turns: 0,
      ...(proposed && { proposed }),
      ...(!isLast && { from: file.id }),
    };
    const unkept = hold(page.id, new Blob([read.bytes], { type: 'image/jpeg' }));
    const after = isLast ? items().slice(at + 1) : items().slice(at);
    if (isLast && !unkept.has(file.id)) sources.set(page.id, file);
    if (isLast) forget(file.id, unkept);
    await change([...items().slice(0, at), page, ...after], { unkept });
  }
  const forget = (id: string, unkept: Set<string>) => {
    held.delete(id);
    unkept.delete(id);
  };

  async function readFile(file: WaitingFile): Promise<void> {
    const blob = new Blob([await bytesOf(file.id)], { type: file.type });
    if (!(await isPdf(blob))) return takeIn(file, await engines.use((engine) => engine.readPhoto(blob)), true);
    await engines.use(async (engine) => {
      // An earlier attempt may have ended in the middle.
      const before = items().filter((item) => isWaiting(item) || item.from !== file.id);
      if (before.length < items().length) await change(before);
      await engine.readPdf(blob, (page) => takeIn(file, page, false));
    });
    if (find(file.id)) await drop(file.id);
  }
  function drop(id: string): Promise<void> {
    const unkept = new Set(state.unkept);
    forget(id, unkept);
    return change(
      items().filter((item) => item.id !== id),
      { unkept },
    );
  }

  /** Reads the files that wait, one after the other: each is in memory as a whole meanwhile. */
  async function readAll(): Promise<void> {
    if (isReading) return;
    isReading = true;
    try {
      for (;;) {
        const next = items().find((item) => isWaiting(item) && !state.failures.has(item.id));
        if (isOver || next === undefined || !isWaiting(next)) return;
        const before = rests;
        try {
          await readFile(next);
        } catch (failure) {
          if (rests > before && listeners.size === 0) return;
          if (rests > before) continue;
          set({ failures: new Map(state.failures).set(next.id, failure) });
        }
      }
    } finally {
      isReading = false;
    }
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    state: () => state,
    /** Reads what this device has, and goes on reading the files that wait. */
    async open(): Promise<void> {
      opening ??= readList();
      await opening;
      await readAll();
    },
    /** Adds files at the end; resolves once they are kept, and their pages follow. */
    async add(files: readonly File[]): Promise<void> {
      opening ??= readList();
      await opening;
      if (state.items === undefined) return;
      for (const file of files) {
        const item = { id: crypto.randomUUID(), name: file.name, type: file.type, waiting: true as const };
        await change([...items(), item], { unkept: hold(item.id, file) });
      }
      void readAll();
    },
    /** Reads a file again that could not be read. */
    retry(id: string) {
      const failures = new Map(state.failures);
      failures.delete(id);
      set({ failures });
      void readAll();
    },
    move(id: string, to: number) {
      const from = items().findIndex((item) => item.id === id);
      if (from >= 0 && from !== to) void change(moveItem(items(), from, to));
    },
    /** Turns a page clockwise by a quarter. */
    turn(id: string) {
      void change(items().map((item) => (item.id === id && !isWaiting(item) ? turned(item) : item)));
    },
    /** Crops pages to their corners; undefined is the whole picture. */
    crop(corners: ReadonlyMap<string, Corners | undefined>) {
      void change(items().map((item) => (corners.has(item.id) ? cropped(item, corners.get(item.id)) : item)));
    },
    /** Removes a page or a file; a page can be brought back until another is removed. */
    async remove(id: string): Promise<void> {
      const at = items().findIndex((item) => item.id === id);
      const item = items()[at];
      if (item === undefined) return;
      if (isWaiting(item)) return drop(id);
      const bytes = await bytesOf(id).catch(() => undefined);
      const last = state.removed;
      if (last) held.delete(last.item.id);
      if (bytes) held.set(id, new Blob([bytes], { type: 'image/jpeg' }));
      const unkept = new Set(state.unkept);
      unkept.delete(id);
      await change(
        items().filter((other) => other.id !== id),
        { unkept, removed: bytes && { item, at } },
      );
    },
    undoRemove() {
      const { removed } = state;
      if (removed === undefined) return;
      const { item, at } = removed;
      const next = [...items().slice(0, at), item, ...items().slice(at)];
      void change(next, { unkept: new Set(state.unkept).add(item.id), removed: undefined });
    },
    /** Tries again to write what could not be written. */
    save,
    bytesOf,
    /** The page as it will be in the PDF, at most `longest` pixels, as JPEG. */
    preview: (page: KeptPage, longest: number): Promise<Blob> =>
      engines.use(async (engine) => engine.preview(page, await bytesOf(page.id), longest)),
    /** One PDF of all pages. `onProgress` is told how many are done. */
    makePdf(onProgress: (done: number) => void): Promise<Blob> {
      const pages = items().filter((item): item is KeptPage => !isWaiting(item));
      return engines.use((engine) => engine.makePdf(pages, bytesOf, onProgress));
    },
    /** The dialog is closed: the engine ends, and what it was reading is read when the work is opened again. */
    rest() {
      rests += 1;
      engines.close();
    },
    /** Nothing of the draft may be written from now on; resolves once nothing is being written. */
    async end(): Promise<void> {
      isOver = true;
      engines.close();
      await lastWrite;
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

const succeeds = (write: Promise<void>): Promise<boolean> =>
  write.then(
    () => true,
    () => false,
  );
