import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { type DataStore, Upload } from '@tus/server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FileStore } from '#server/ports/file-store.ts';
import type { UploadStore } from '#server/ports/upload-store.ts';

export interface OpenedFiles {
  readonly tus: DataStore & UploadStore;
  readonly files: FileStore;
  /** The same uploads, opened by somebody else or after a restart. */
  again(): UploadStore;
  dispose(): Promise<void>;
}

const ID = '0123456789abcdef0123456789abcdef';

/** As a socket brings them: in blocks that end anywhere. */
function* inBlocks(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 60_001) yield bytes.subarray(at, at + 60_001);
}
const blocks = (bytes: Buffer) => Readable.from(inBlocks(bytes));

/** All of a file in one piece; rejects where it cannot be read. */
export async function contentOf(files: Pick<FileStore, 'open'>, id: string): Promise<Buffer> {
  return Buffer.concat(await Readable.from(files.open(id)).toArray());
}

/** What every file store must do: read what tus wrote. */
export function describeFileStore(name: string, open: () => Promise<OpenedFiles>): void {
  describe(`${name} as file store`, () => {
    let opened: OpenedFiles;
    beforeEach(async () => {
      opened = await open();
    });
    afterEach(() => opened.dispose());

    const write = async (text: string) => {
      await opened.tus.create(new Upload({ id: ID, size: text.length, offset: 0, metadata: {} }));
      await opened.tus.write(Readable.from([Buffer.from(text)]), ID, 0);
    };

    test('gives back what was written, its size and the time of its last byte', async () => {
      await write('%PDF-1.4 content');
      expect((await contentOf(opened.files, ID)).toString()).toBe('%PDF-1.4 content');
      expect(await opened.files.size(ID)).toBe(16);
      expect(Math.abs(((await opened.files.lastByteAt(ID))?.getTime() ?? 0) - Date.now())).toBeLessThan(10_000);
    });

    test('is read from any byte on, and to its end', async () => {
      await write('%PDF-1.4 content');
      const from = async (byte: number) => Buffer.concat(await Readable.from(opened.files.open(ID, byte)).toArray());
      expect((await from(9)).toString()).toBe('content');
      expect((await from(0)).toString()).toBe('%PDF-1.4 content');
      expect((await from(15)).toString()).toBe('t');
    });

    test('has seen the content of what came whole, in however many requests', async () => {
      const bytes = Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(300_000, 'content')]);
      await opened.tus.create(new Upload({ id: ID, size: bytes.length, offset: 0, metadata: {} }));
      const append = (from: number, to: number) =>
        opened.tus.append(blocks(bytes.subarray(from, to)), { id: ID, offset: from, size: bytes.length });
      expect(await append(0, 5)).toMatchObject({ offset: 5, content: undefined });
      expect(await append(5, 200_001)).toMatchObject({ offset: 200_001, content: undefined });
      const { offset, content } = await append(200_001, bytes.length);
      expect(offset).toBe(bytes.length);
      expect(content?.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
      expect(content?.start).toEqual(bytes.subarray(0, 4096));
    });

    test('claims nothing of a content whose beginning it has not seen', async () => {
      const bytes = Buffer.alloc(20, 'x');
      await opened.tus.create(new Upload({ id: ID, size: bytes.length, offset: 0, metadata: {} }));
      await opened.tus.append(blocks(bytes.subarray(0, 10)), { id: ID, offset: 0, size: bytes.length });
      const appended = await opened
        .again()
        .append(blocks(bytes.subarray(10)), { id: ID, offset: 10, size: bytes.length });
      expect(appended).toEqual({ offset: 20, content: undefined });
    });

    test('removes it, and has no trouble with what is gone', async () => {
      await write('x');
      await opened.files.remove(ID);
      await opened.files.remove(ID);
      expect(await opened.files.size(ID)).toBeUndefined();
      expect(await opened.files.lastByteAt(ID)).toBeUndefined();
      await expect(contentOf(opened.files, ID)).rejects.toThrow();
      await expect(opened.tus.getUpload(ID)).rejects.toMatchObject({ status_code: 404 });
    });

    test('knows no id that is none of ours', async () => {
      for (const id of ['../ledger.sqlite', '', 'a/b', `${ID}.json`]) {
        expect(await opened.files.size(id)).toBeUndefined();
        await expect(contentOf(opened.files, id)).rejects.toThrow('not an upload id');
        await opened.files.remove(id);
      }
    });
  });
}
