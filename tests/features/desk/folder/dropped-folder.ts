import { fireEvent } from '@testing-library/react';

/** Chromium returns at most this many entries of a folder at once; the example is smaller. */
const BATCH = 2;

/**
 * A dropped folder, as browsers provide it: its files are read in batches until an empty one. The first batch waits for
 * `ready`; if that rejects, the folder cannot be read.
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
