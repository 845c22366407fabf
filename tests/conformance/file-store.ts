import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FileStore } from '#server/ports/file-store.ts';

export interface OpenedFiles {
  readonly files: FileStore;
  dispose(): Promise<void>;
}

const ID = '0123456789abcdef0123456789abcdef';

/** Blocks of any length, as from a socket. */
function* inBlocks(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 60_001) yield bytes.subarray(at, at + 60_001);
}

/** A whole file in one piece; rejects if it cannot be read. */
export async function contentOf(files: Pick<FileStore, 'open'>, id: string, from?: number): Promise<Buffer> {
  return Buffer.concat(await Readable.from(files.open(id, from)).toArray());
}

/** Adds bytes to an upload of `size` bytes, as one request does. Returns the number of bytes. */
export async function add(files: FileStore, id: string, size: number, bytes: Buffer): Promise<number> {
  const writer = await files.append({ id, size });
  for (const block of inBlocks(bytes)) await writer.write([Buffer.from(block)]);
  return writer.close();
}

/** The tests for every file store. */
export function describeFileStore(name: string, open: () => Promise<OpenedFiles>): void {
  describe(`${name} as file store`, () => {
    let opened: OpenedFiles;
    let files: FileStore;
    beforeEach(async () => {
      opened = await open();
      files = opened.files;
    });
    afterEach(() => opened.dispose());

    const write = (text: string) => add(files, ID, text.length, Buffer.from(text));

    test('gives back what was written, its size and the time of its last byte', async () => {
      expect(await files.size(ID)).toBeUndefined();
      expect(await write('%PDF-1.4 content')).toBe(16);
      expect((await contentOf(files, ID)).toString()).toBe('%PDF-1.4 content');
      expect(await files.size(ID)).toBe(16);
      expect(Math.abs(((await files.lastByteAt(ID))?.getTime() ?? 0) - Date.now())).toBeLessThan(10_000);
    });

    test('reads from any byte to the end', async () => {
      await write('%PDF-1.4 content');
      expect((await contentOf(files, ID, 9)).toString()).toBe('content');
      expect((await contentOf(files, ID, 0)).toString()).toBe('%PDF-1.4 content');
      expect((await contentOf(files, ID, 15)).toString()).toBe('t');
    });

    test('accepts an upload in any number of requests, each at the end of the last', async () => {
      const bytes = Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(600_000, 'content')]);
      let at = 0;
      for (const end of [5, 5, 200_001, 500_000, bytes.length]) {
        const writer = await files.append({ id: ID, size: bytes.length }, at === 0);
        expect(writer.offset).toBe(at);
        if (end > at) await writer.write([bytes.subarray(at, at + 1), bytes.subarray(at + 1, end)]);
        expect(writer.offset).toBe(end);
        expect(await writer.close()).toBe(end);
        expect(await files.size(ID)).toBe(end);
        at = end;
      }
      expect((await contentOf(files, ID)).equals(bytes)).toBe(true);
    });

    test('adds nothing to a complete upload', async () => {
      await write('whole');
      const writer = await files.append({ id: ID, size: 5 });
      expect([writer.offset, await writer.close()]).toEqual([5, 5]);
      expect((await contentOf(files, ID)).toString()).toBe('whole');
    });

    test('removes it, and does not fail if it is gone', async () => {
      await write('x');
      await files.remove(ID);
      await files.remove(ID);
      expect(await files.size(ID)).toBeUndefined();
      expect(await files.lastByteAt(ID)).toBeUndefined();
      await expect(contentOf(files, ID)).rejects.toThrow();
    });

    test('refuses ids of another form', async () => {
      for (const id of ['../ledger.sqlite', '', 'a/b', `${ID}.json`]) {
        expect(await files.size(id)).toBeUndefined();
        await expect(contentOf(files, id)).rejects.toThrow('not an upload id');
        await expect(files.append({ id, size: 1 })).rejects.toThrow('not an upload id');
        await files.remove(id);
      }
    });
  });
}
