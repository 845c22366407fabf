import * as v from 'valibot';
import { splitHeader, withHeader } from '../with-header.ts';

/**
 * Encrypts a file so that only the holder of the key can read it, and any change or truncation is detected: AES-GCM in
 * blocks, by the construction STREAM (docs/decisions/0011-encrypted-transfer.md). One key is for one file; each attempt
 * has its own random prefix.
 *
 * A version and 7 random bytes, then each block of a megabyte with its tag of 16 bytes. The nonce of a block is these 7
 * bytes, its number, and whether it is the last. Inside: name and type as a header, then the file (with-header.ts).
 */
const VERSION = 1;
const RANDOM_BYTES = 7;
const HEAD_BYTES = 1 + RANDOM_BYTES;
const BLOCK_BYTES = 1024 * 1024;
const TAG_BYTES = 16;
/** The header of an encrypted file. */
const aboutSchema = v.object({ name: v.string(), type: v.string() });
const ALGORITHM = { name: 'AES-GCM', length: 256 } as const;

/** The bytes were not encrypted with this key for this transfer, or are incomplete. */
export class DecryptionFailed extends Error {
  override readonly name = 'DecryptionFailed';
}

/** Whether this page can encrypt. On plain http, browsers have no WebCrypto. */
export const canEncrypt = (): boolean => globalThis.crypto?.subtle !== undefined;

/** A fresh key, and what goes into the link: 43 letters of base64url. */
export async function newKey(): Promise<{ readonly key: CryptoKey; readonly text: string }> {
  const key = await crypto.subtle.generateKey(ALGORITHM, true, ['encrypt', 'decrypt']);
  return { key, text: toText(new Uint8Array(await crypto.subtle.exportKey('raw', key))) };
}

/** The key of a link. Rejects for any other text. */
export const readKey = (text: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', toBytes(text), ALGORITHM, false, ['encrypt', 'decrypt']);

/** Encrypts a file for one transfer. One block is in memory at a time. */
export async function encryptFile(file: File, key: CryptoKey, transferId: string): Promise<Blob> {
  const content = new Blob([...withHeader({ name: file.name, type: file.type }, [file])]);
  const random = crypto.getRandomValues(new Uint8Array(RANDOM_BYTES));
  const parts: BlobPart[] = [Uint8Array.of(VERSION, ...random)];
  for (let block = 0; block * BLOCK_BYTES < content.size; block += 1) {
    const end = (block + 1) * BLOCK_BYTES;
    const bytes = await content.slice(block * BLOCK_BYTES, end).arrayBuffer();
    const how = gcmParams(random, block, end >= content.size, transferId);
    parts.push(new Blob([await crypto.subtle.encrypt(how, key, bytes)]));
  }
  return new Blob(parts, { type: 'application/octet-stream' });
}

/** Decrypts what was encrypted for a transfer. Rejects with DecryptionFailed if one bit has changed. */
export async function decryptFile(encrypted: Blob, key: CryptoKey, transferId: string): Promise<File> {
  const [version, ...random] = new Uint8Array(await encrypted.slice(0, HEAD_BYTES).arrayBuffer());
  if (version !== VERSION || encrypted.size <= HEAD_BYTES) throw new DecryptionFailed('not encrypted by this page');
  const parts: Blob[] = [];
  const step = BLOCK_BYTES + TAG_BYTES;
  for (let block = 0, at = HEAD_BYTES; at < encrypted.size; block += 1, at += step) {
    const bytes = await encrypted.slice(at, at + step).arrayBuffer();
    const how = gcmParams(Uint8Array.from(random), block, at + step >= encrypted.size, transferId);
    const opened = await crypto.subtle.decrypt(how, key, bytes).catch((cause: unknown) => {
      throw new DecryptionFailed('a block was changed, or has another key', { cause });
    });
    parts.push(new Blob([opened]));
  }
  const content = await splitHeader(new Blob(parts));
  const about = v.safeParse(aboutSchema, content?.about);
  if (content === undefined || !about.success) throw new DecryptionFailed('the header cannot be read');
  return new File([content.bytes], about.output.name, { type: about.output.type });
}

function gcmParams(random: Uint8Array, block: number, isLast: boolean, transferId: string): AesGcmParams {
  const iv = new Uint8Array(RANDOM_BYTES + 5);
  iv.set(random);
  const view = new DataView(iv.buffer);
  view.setUint32(RANDOM_BYTES, block);
  view.setUint8(RANDOM_BYTES + 4, isLast ? 1 : 0);
  return { name: ALGORITHM.name, iv, additionalData: new TextEncoder().encode(transferId) };
}

const toText = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const toBytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

/** A secret as the server's own are: 256 random bits, 43 letters of base64url. */
export const randomSecret = (): string => toText(crypto.getRandomValues(new Uint8Array(32)));
