import { Readable } from 'node:stream';
import { type DataStore, Upload } from '@tus/server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FileStore } from '#server/ports/file-store.ts';

export interface OpenedFiles {
  readonly tus: DataStore;
  readonly files: FileStore;
  dispose(): Promise<void>;
}

const ID = '0123456789abcdef0123456789abcdef';

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
      const blocks: Uint8Array[] = [];
      for await (const block of opened.files.open(ID)) blocks.push(block);
      expect(Buffer.concat(blocks).toString()).toBe('%PDF-1.4 content');
      expect(await opened.files.size(ID)).toBe(16);
      expect(Math.abs(((await opened.files.lastByteAt(ID))?.getTime() ?? 0) - Date.now())).toBeLessThan(10_000);
    });

    test('removes it, and has no trouble with what is gone', async () => {
      await write('x');
      await opened.files.remove(ID);
      await opened.files.remove(ID);
      expect(await opened.files.size(ID)).toBeUndefined();
      expect(await opened.files.lastByteAt(ID)).toBeUndefined();
      await expect(opened.tus.getUpload(ID)).rejects.toMatchObject({ status_code: 404 });
    });

    test('knows no id that is none of ours', async () => {
      for (const id of ['../ledger.sqlite', '', 'a/b', `${ID}.json`]) {
        expect(await opened.files.size(id)).toBeUndefined();
        await opened.files.remove(id);
      }
    });
  });
}
