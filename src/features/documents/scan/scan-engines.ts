import { openScanEngine } from './engine/open-engine.ts';
import { BeyondLimit, ReadingUnfinished, type ScanEngine, UnreadablePdf, UnreadablePicture } from './scan-engine.ts';

/** Nothing was wrong with the engine, but with what it was given: another engine would say the same. */
const isAboutTheFile = (failure: unknown): boolean =>
  [UnreadablePicture, UnreadablePdf, BeyondLimit, ReadingUnfinished].some((kind) => failure instanceof kind);

/**
 * The engine of one piece of work: opened when it is first needed, and once more when it dies in the middle, as on a
 * phone that has run out of memory.
 */
export function createScanEngines(open: () => Promise<ScanEngine> = openScanEngine) {
  let opened: Promise<ScanEngine> | undefined;
  let isClosed = false;

  const current = () => {
    opened ??= open();
    return opened;
  };
  const drop = (dead: Promise<ScanEngine>) => {
    if (opened === dead) opened = undefined;
    dead.then((engine) => engine.close()).catch(() => {});
  };

  /**
   * Lends the engine to `work`, which may be called a second time with another engine.
   *
   * @throws what `work` throws
   */
  async function use<Result>(work: (engine: ScanEngine) => Promise<Result>): Promise<Result> {
    isClosed = false;
    const first = current();
    try {
      return await work(await first);
    } catch (failure) {
      if (isAboutTheFile(failure) || isClosed) throw failure;
      drop(first);
      return work(await current());
    }
  }

  /** Ends what the engine is doing, and gives its memory back. The next use opens another. */
  function close() {
    isClosed = true;
    if (opened) drop(opened);
  }
  return { use, close };
}
export type ScanEngines = ReturnType<typeof createScanEngines>;
