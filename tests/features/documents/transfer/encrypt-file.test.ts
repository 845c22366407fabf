import { describe, expect, test } from 'vitest';
import {
  DecryptionFailed,
  decryptFile,
  encryptFile,
  newKey,
  readKey,
} from '#features/documents/transfer/encrypt-file.ts';

const TRANSFER = '5c1b6a6e-7d0e-4b0f-9d52-0c6f3a1f2b3c';
const MB = 1024 * 1024;

const contentOf = (length: number): Uint8Array<ArrayBuffer> =>
  Uint8Array.from({ length }, (_nothing, at) => (at * 31 + (at >> 8)) % 256);
const fileOf = (length: number, name = 'Current Passport.pdf') =>
  new File([contentOf(length)], name, { type: 'application/pdf' });
const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());

describe('an encrypted file', () => {
  test.each([0, 1, MB - 100, MB, 2 * MB + 17])(
    'of %d bytes is opened as it was, name and type as well',
    async (length) => {
      const { key } = await newKey();
      const opened = await decryptFile(await encryptFile(fileOf(length, '護照 (1).pdf'), key, TRANSFER), key, TRANSFER);
      expect([opened.name, opened.type, opened.size]).toEqual(['護照 (1).pdf', 'application/pdf', length]);
      expect(Buffer.from(await opened.arrayBuffer()).equals(Buffer.from(contentOf(length)))).toBe(true);
    },
  );

  test('is opened with the key in the link, which is 43 letters of an address', async () => {
    const { key, text } = await newKey();
    expect(text).toMatch(/^[\w-]{43}$/);
    const opened = await decryptFile(await encryptFile(fileOf(500), key, TRANSFER), await readKey(text), TRANSFER);
    expect(opened.size).toBe(500);
  });

  test('has nothing of its name or content in it, and is never the same twice', async () => {
    const { key } = await newKey();
    const file = new File(['%PDF-1.7 the planted content'], 'planted name.pdf', { type: 'application/pdf' });
    const [one, other] = [
      await bytesOf(await encryptFile(file, key, TRANSFER)),
      await bytesOf(await encryptFile(file, key, TRANSFER)),
    ];
    expect(Buffer.from(one).equals(Buffer.from(other))).toBe(false);
    for (const word of ['planted', '%PDF', 'application/pdf']) expect(Buffer.from(one).includes(word)).toBe(false);
  });

  test('has at most 64 KB more than the file, also at 100 MB in blocks of 1 MB', async () => {
    const { key } = await newKey();
    const encrypted = await encryptFile(fileOf(3 * MB), key, TRANSFER);
    expect((encrypted.size - 3 * MB) * 34).toBeLessThan(64 * 1024);
  });

  describe('is refused', () => {
    const encryptedFile = async () => {
      const { key } = await newKey();
      return { key, bytes: await bytesOf(await encryptFile(fileOf(2 * MB + 17), key, TRANSFER)) };
    };
    const refused = (bytes: Uint8Array<ArrayBuffer>, key: CryptoKey, transferId = TRANSFER) =>
      expect(decryptFile(new Blob([bytes]), key, transferId)).rejects.toBeInstanceOf(DecryptionFailed);

    test.each([
      ['in its version', 0],
      ['in its beginning', 5],
      ['in its first block', 100],
      ['in its last block', 2 * MB + 50],
    ])('where one bit is another %s', async (_where, at) => {
      const { key, bytes } = await encryptedFile();
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      await refused(bytes, key);
    });

    test('where it is cut off, at the end of a block as well', async () => {
      const { key, bytes } = await encryptedFile();
      const block = MB + 16;
      for (const end of [0, 8, 8 + block, 8 + 2 * block, bytes.length - 1]) await refused(bytes.slice(0, end), key);
    });

    test('where two blocks have changed places', async () => {
      const { key, bytes } = await encryptedFile();
      const block = MB + 16;
      const exchanged = new Uint8Array(bytes);
      exchanged.set(bytes.slice(8 + block, 8 + 2 * block), 8);
      exchanged.set(bytes.slice(8, 8 + block), 8 + block);
      await refused(exchanged, key);
    });

    test('with another key, and as the content of another transfer', async () => {
      const { key, bytes } = await encryptedFile();
      await refused(bytes, (await newKey()).key);
      await refused(bytes, key, TRANSFER.replace('5', '6'));
    });
  });
});
