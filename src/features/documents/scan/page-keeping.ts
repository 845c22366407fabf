import { noteWriting } from '#platform/database.ts';
import { succeeds } from '../document-keeping.ts';
import { isWaiting, type KeptPages, type PageBytes, type PageItem, type WaitingFile } from './kept-pages.ts';
import { UnreadableFile } from './scan-engine.ts';
import type { ScanStateHolder } from './scan-state.ts';

interface PageKeepingOptions {
  readonly draftId: string;
  readonly slot: string;
  readonly disk: KeptPages;
  readonly scan: ScanStateHolder;
}

/** What a page was read from: a photo as a whole, or a page of a PDF, by its number. */
export interface PageSource {
  readonly file: WaitingFile;
  readonly number?: number;
}

/**
 * Writes the list of a slot's pages and their bytes to this device. What cannot be written stays in memory, and is tried
 * again with the next write; on the disk, what it was read from stands for it, as far as the disk has that.
 */
export function createPageKeeping({ draftId, slot, disk, scan }: PageKeepingOptions) {
  const { items, find, set, state } = scan;
  /** Bytes that the disk does not have: not yet, or no longer. Browsers may hold Blobs outside the memory. */
  const held = new Map<string, Blob>();
  /** What pages were read from, while the disk does not have the page. */
  const sources = new Map<string, PageSource>();
  let lastWrite: Promise<unknown> = Promise.resolve();
  /** The draft is gone, or another tab has it: nothing of it may be written any more. */
  let isOver = false;

  /** What the disk is to have, when it takes the bytes of these pages. */
  function writable(added: readonly string[]): readonly PageItem[] {
    const lacks = (id: string) => state().unkept.has(id) && !added.includes(id);
    const missingOf = (file: WaitingFile) =>
      items().flatMap(({ id }) => {
        const source = sources.get(id);
        return lacks(id) && source?.file.id === file.id ? (source.number ?? []) : [];
      });
    return items().flatMap((item): readonly PageItem[] => {
      if (lacks(item.id)) {
        const source = sources.get(item.id);
        return source && source.number === undefined ? [source.file] : [];
      }
      const missing = isWaiting(item) ? missingOf(item) : [];
      if (!isWaiting(item) || missing.length === 0) return [item];
      return [{ ...item, again: [...(item.again ?? []), ...missing] }];
    });
  }

  /** @throws UnreadableFile if a chosen file can no longer be read, else the browser's error */
  async function heldBytes(id: string): Promise<ArrayBuffer | undefined> {
    try {
      return await held.get(id)?.arrayBuffer();
    } catch (cause) {
      const item = find(id);
      throw item && isWaiting(item) ? new UnreadableFile('a chosen file cannot be read', { cause }) : cause;
    }
  }

  /** The bytes of these pages that the disk does not have; notes which files cannot be read, and leaves them out. */
  async function readHeld(ids: readonly string[]): Promise<readonly PageBytes[]> {
    const read: PageBytes[] = [];
    for (const id of ids) {
      try {
        const bytes = await heldBytes(id);
        if (bytes) read.push({ id, bytes });
      } catch (failure) {
        if (!(failure instanceof UnreadableFile)) throw failure;
        set({ failures: new Map(state().failures).set(id, failure) });
      }
    }
    return read;
  }

  /** Writes the list as it is now, with the bytes of these pages that the disk does not have. */
  async function put(ids: readonly string[]): Promise<void> {
    const added = await readHeld(ids);
    if (isOver) return;
    const written = added.map(({ id }) => id);
    await disk.put(draftId, slot, writable(written), added);
    const unkept = new Set(state().unkept);
    for (const id of written) {
      unkept.delete(id);
      sources.delete(id);
      if (find(id)) held.delete(id);
    }
    set({ unkept });
  }

  /** What the disk does not have, but for files that cannot be read. */
  const unkept = () =>
    items().flatMap(({ id }) =>
      state().unkept.has(id) && !(state().failures.get(id) instanceof UnreadableFile) ? id : [],
    );

  /** If not all can be written at once, writes one after another, so that a large one does not block the others. */
  async function write(): Promise<void> {
    if (isOver) return;
    const missing = unkept();
    const isWhole = await succeeds(put(missing));
    if (!isWhole && missing.length > 0) {
      await succeeds(put([]));
      for (const id of missing) await succeeds(put([id]));
    }
    // Room on the device would not bring a file back that cannot be read.
    set({ isUnsaved: !isWhole && (missing.length === 0 || unkept().length > 0) });
  }

  return {
    /** Holds bytes until the disk has them; the pages that it does not have then. */
    hold(id: string, bytes: Blob, source?: PageSource): Set<string> {
      held.set(id, bytes);
      if (source) sources.set(id, source);
      return new Set(state().unkept).add(id);
    },
    /** Releases the bytes of an item that is no longer listed. */
    release: (id: string) => void held.delete(id),
    /** Writes follow one another, so that an older list never replaces a newer one. */
    save(): Promise<void> {
      const writing = noteWriting(lastWrite.then(write));
      lastWrite = writing;
      return writing;
    },
    /** @throws UnreadableFile, or Error if neither memory nor disk has them */
    async bytesOf(id: string): Promise<ArrayBuffer> {
      const bytes = (await heldBytes(id)) ?? (await disk.bytesOf(draftId, slot, id));
      if (bytes === undefined) throw new Error('the bytes of a page are gone');
      return bytes;
    },
    isOver: () => isOver,
    /** Nothing may be written from now on; resolves once nothing is being written. */
    async end(): Promise<void> {
      isOver = true;
      await lastWrite;
    },
  };
}
export type PageKeeping = ReturnType<typeof createPageKeeping>;
