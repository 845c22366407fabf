import type { LimitFunction } from 'p-limit';
import { isPdf } from '#components/upload/accepted-files.ts';
import { isUnfinished, noteBegun } from '../under-way.ts';
import { idsOf, isWaiting, type KeptPage, type WaitingFile } from './kept-pages.ts';
import type { PageKeeping } from './page-keeping.ts';
import { ReadingUnfinished, type ReadPage } from './scan-engine.ts';
import type { ScanEngines } from './scan-engines.ts';
import type { ChangeItems, ScanStateHolder } from './scan-state.ts';

interface FileReadingOptions {
  readonly scan: ScanStateHolder;
  readonly keeping: PageKeeping;
  readonly engines: ScanEngines;
  readonly change: ChangeItems;
  /** Runs what decodes a photo when nothing else does. */
  readonly inTurn: LimitFunction;
}

/**
 * Reads the files that wait, and puts their pages in their places. A PDF whose reading is interrupted notes how far it was
 * read: what the person did with its pages stays, and reading goes on after them.
 */
export function createFileReading({ scan, keeping, engines, change, inTurn }: FileReadingOptions) {
  const { items, find, set, state } = scan;
  let isReading = false;
  /** How often the dialog was closed. An error after that is no failure of the file. */
  let interruptions = 0;
  /** The person has asked to read these again. */
  const retried = new Set<string>();

  /** Reads a photo, unless the page died over it before. */
  async function readPhoto(id: string, read: () => Promise<ReadPage>): Promise<ReadPage> {
    if (isUnfinished(id) && !retried.has(id)) throw new ReadingUnfinished();
    const reading = noteBegun(id);
    try {
      return await read();
    } finally {
      reading.ended();
    }
  }

  async function takePhoto(file: WaitingFile, read: ReadPage): Promise<void> {
    if (!find(file.id)) return;
    const page = pageOf(file, read);
    const isKept = !state().unkept.has(file.id);
    const unkept = keeping.hold(page.id, bytesAsBlob(read), isKept ? { file } : undefined);
    keeping.release(file.id);
    unkept.delete(file.id);
    await change(
      items().map((item) => (item.id === file.id ? page : item)),
      { unkept },
    );
  }

  /** Puts a page of a PDF before the PDF, whose other pages may follow. A page that was read before is ignored. */
  async function takePage(id: string, number: number, read: ReadPage): Promise<void> {
    const file = find(id);
    if (!file || !isWaiting(file) || !isToRead(file, number)) return;
    const page = { ...pageOf(file, read), from: id, number };
    const unkept = keeping.hold(page.id, bytesAsBlob(read), { file, number });
    await change(
      items().flatMap((item) => (item.id === id ? [page, withRead(file, number)] : item)),
      { unkept },
    );
  }

  /** A release before did not note how far it had read a PDF: those pages are read again. */
  async function dropUncounted({ id, read }: WaitingFile): Promise<void> {
    const counted = items().filter((item) => isWaiting(item) || item.from !== id);
    if (read === undefined && counted.length < items().length) await change(counted);
  }

  async function readFile({ id, type }: WaitingFile): Promise<void> {
    const blob = new Blob([await keeping.bytesOf(id)], { type });
    const isPages = await isPdf(blob);
    // If the engine dies, a second one continues with the next page.
    await engines.use(async (engine) => {
      const file = find(id);
      if (!file || !isWaiting(file)) return;
      if (!isPages) return takePhoto(file, await inTurn(() => readPhoto(id, () => engine.readPhoto(blob))));
      await dropUncounted(file);
      const first = firstToRead(file);
      let number = first - 1;
      const take = (page: ReadPage) => {
        number += 1;
        return takePage(id, number, page);
      };
      await engine.readPdf(blob, take, first);
    });
    if (isPages && find(id)) await drop(id);
  }

  /** Takes a file out of the list. */
  function drop(id: string): Promise<void> {
    const unkept = new Set(state().unkept);
    // The pages of a PDF are copied from it.
    if (!items().some((item) => item.id !== id && idsOf(item).includes(id))) keeping.release(id);
    unkept.delete(id);
    return change(
      items().filter((item) => item.id !== id),
      { unkept },
    );
  }

  /** Reads the waiting files one after another, because each is then in memory as a whole. */
  async function readAll(): Promise<void> {
    if (isReading) return;
    isReading = true;
    try {
      for (;;) {
        const next = items().find((item) => isWaiting(item) && !state().failures.has(item.id));
        if (keeping.isOver() || next === undefined || !isWaiting(next)) return;
        const before = interruptions;
        try {
          await readFile(next);
        } catch (failure) {
          if (interruptions > before && !scan.isWatched()) return;
          if (interruptions > before) continue;
          set({ failures: new Map(state().failures).set(next.id, failure) });
        }
      }
    } finally {
      isReading = false;
    }
  }

  return {
    readAll,
    drop,
    /** Reads a file again that could not be read. */
    retry(id: string) {
      const failures = new Map(state().failures);
      failures.delete(id);
      retried.add(id);
      set({ failures });
      void readAll();
    },
    /** Ends the engine; what it was reading waits. */
    rest() {
      interruptions += 1;
      inTurn.clearQueue();
      engines.close();
    },
  };
}

const bytesAsBlob = ({ bytes }: ReadPage): Blob => new Blob([bytes], { type: 'image/jpeg' });

const pageOf = ({ name }: WaitingFile, { width, height, proposed, sheetAt, isSigned }: ReadPage): KeptPage => ({
  id: crypto.randomUUID(),
  name,
  width,
  height,
  turns: 0,
  ...(proposed && { proposed, corners: proposed }),
  ...(sheetAt !== undefined && { sheetAt }),
  ...(isSigned && { isSigned }),
});

const isToRead = ({ read = 0, again = [] }: WaitingFile, number: number): boolean =>
  number > read || again.includes(number);

const firstToRead = ({ read = 0, again = [] }: WaitingFile): number => Math.min(read + 1, ...again);

function withRead({ again = [], ...file }: WaitingFile, number: number): WaitingFile {
  const left = again.filter((one) => one !== number);
  return { ...file, read: Math.max(file.read ?? 0, number), ...(left.length > 0 && { again: left }) };
}
