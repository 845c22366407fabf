import { fireEvent } from '@testing-library/react';

/** Chromium hands out at most so many entries of a folder at once; the example is smaller. */
const BATCH = 2;

/**
 * A folder as browsers hand it over when it is dropped: its files are read in batches, until an empty one. `ready` is
 * waited for before the first; where it rejects, the folder cannot be read.
 */
export function dropFolder(target: Element, name: string, files: readonly File[], ready = Promise.resolve()): void {
  const entries = files.map((file) => ({
    isDirectory: false,
    fullPath: `/${name}/${file.name}`,
    file: (found: (file: File) => void) => found(file),
  }));
  const createReader = () => {
    let from = 0;
    return {
      readEntries(found: (batch: readonly object[]) => void, failed: (reason: unknown) => void) {
        const batch = entries.slice(from, from + BATCH);
        from += BATCH;
        void ready.then(() => found(batch), failed);
      },
    };
  };
  const folder = { isDirectory: true, fullPath: `/${name}`, createReader };
  const item = { kind: 'file', type: '', getAsFile: () => null, webkitGetAsEntry: () => folder };
  fireEvent.drop(target, { dataTransfer: { types: ['Files'], items: [item], files: [] } });
}
