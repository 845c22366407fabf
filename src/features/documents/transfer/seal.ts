import * as v from 'valibot';
import { framed, unframed } from '../framed.ts';

/**
 * A file as bytes that only who has the key can read, change or cut: AES-GCM in blocks, by the construction STREAM
 * (docs/decisions/0011-encrypted-transfer.md). One key seals one file; each attempt has a random beginning of its own.
 *
 * A version and 7 random bytes, then each block of a megabyte with its tag of 16 bytes. The nonce of a block is these 7
 * bytes, its number, and whether it is the last. Inside: the file and what is said of it (framed.ts).
 */
const VERSION = 1;
const RANDOM_BYTES = 7;
const HEAD_BYTES = 1 + RANDOM_BYTES;
const BLOCK_BYTES = 1024 * 1024;
const TAG_BYTES = 16;
/** What is said of a sealed file. */
const aboutSchema = v.object({ name: v.string(), type: v.string() });
const ALGORITHM = { name: 'AES-GCM', length: 256 } as const;

/** What came is not what was sealed with this key for this transfer, or it is not whole. */
export class NotUnsealed extends Error {
  override readonly name = 'NotUnsealed';
}

/** Whether this page can seal: not on a host of plain http, where browsers give no WebCrypto. */
export const canSeal = (): boolean => globalThis.crypto?.subtle !== undefined;

/** A fresh key, and what goes into the link: 43 letters of base64url. */
export async function newKey(): Promise<{ readonly key: CryptoKey; readonly text: string }> {
  const key = await crypto.subtle.generateKey(ALGORITHM, true, ['encrypt', 'decrypt']);
  return { key, text: toText(new Uint8Array(await crypto.subtle.exportKey('raw', key))) };
}

/** The key of a link. Rejects for a text that is none. */
export const readKey = (text: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', toBytes(text), ALGORITHM, false, ['encrypt', 'decrypt']);

/** Seals a file for one transfer; in memory is one block at a time. */
export async function seal(file: File, key: CryptoKey, transferId: string): Promise<Blob> {
  const content = new Blob([...framed({ name: file.name, type: file.type }, [file])]);
  const random = crypto.getRandomValues(new Uint8Array(RANDOM_BYTES));
  const parts: BlobPart[] = [Uint8Array.of(VERSION, ...random)];
  for (let block = 0; block * BLOCK_BYTES < content.size; block += 1) {
    const end = (block + 1) * BLOCK_BYTES;
    const bytes = await content.slice(block * BLOCK_BYTES, end).arrayBuffer();
    const how = howOf(random, block, end >= content.size, transferId);
    parts.push(new Blob([await crypto.subtle.encrypt(how, key, bytes)]));
  }
  return new Blob(parts, { type: 'application/octet-stream' });
}

/** Opens what was sealed for a transfer. Rejects with NotUnsealed where one bit of it is not as it was. */
export async function unseal(sealed: Blob, key: CryptoKey, transferId: string): Promise<File> {
  const [version, ...random] = new Uint8Array(await sealed.slice(0, HEAD_BYTES).arrayBuffer());
  if (version !== VERSION || sealed.size <= HEAD_BYTES) throw new NotUnsealed('these are no sealed bytes');
  const parts: Blob[] = [];
  const step = BLOCK_BYTES + TAG_BYTES;
  for (let block = 0, at = HEAD_BYTES; at < sealed.size; block += 1, at += step) {
    const bytes = await sealed.slice(at, at + step).arrayBuffer();
    const how = howOf(Uint8Array.from(random), block, at + step >= sealed.size, transferId);
    const opened = await crypto.subtle.decrypt(how, key, bytes).catch((cause: unknown) => {
      throw new NotUnsealed('a block is not as it was sealed', { cause });
    });
    parts.push(new Blob([opened]));
  }
  const content = await unframed(new Blob(parts));
  const about = v.safeParse(aboutSchema, content?.about);
  if (content === undefined || !about.success) throw new NotUnsealed('nothing is said of the file');
  return new File([content.bytes], about.output.name, { type: about.output.type });
}

function howOf(random: Uint8Array, block: number, isLast: boolean, transferId: string): AesGcmParams {
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
