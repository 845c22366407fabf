import { fromBase64, toBase64 } from './base64.ts';
import type { Marker } from './marker.ts';

/** The number that OWASP recommends for PBKDF2 with SHA-256: one guess costs a fast computer a tenth of a second. */
const ITERATIONS = 600_000;
const AES = { name: 'AES-GCM', length: 256 } as const;
/** The initialization vector of AES-GCM: random, and new for each encryption. */
export const IV_BYTES = 12;
const TEXT_KEY_BYTES = 32;

/** The keys of an unlocked page. They are kept in memory only. */
export interface Keys {
  readonly id: string;
  /** The key of the records. No script can read it. */
  readonly data: CryptoKey;
  /** The key of localStorage, as bytes: there is no time for WebCrypto while the page is being left. */
  readonly text: Uint8Array<ArrayBuffer>;
}

const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length));

/** New keys, and the marker that opens them with this passphrase. */
export async function createKeys(passphrase: string): Promise<{ readonly keys: Keys; readonly marker: Marker }> {
  const data = await crypto.subtle.generateKey(AES, true, ['encrypt', 'decrypt']);
  const text = randomBytes(TEXT_KEY_BYTES);
  const textIv = randomBytes(IV_BYTES);
  const sealedText = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: textIv }, data, text);
  const marker: Marker = {
    v: 1,
    id: crypto.randomUUID(),
    state: 'sealing',
    ...(await wrapped(data, passphrase)),
    textIv: toBase64(textIv),
    text: toBase64(new Uint8Array(sealedText)),
  };
  const keys = await openKeys(marker, passphrase);
  if (keys === undefined) throw new Error('what was wrapped does not open');
  return { keys, marker };
}

/** The keys of a marker; undefined if the passphrase is wrong. */
export async function openKeys(marker: Marker, passphrase: string): Promise<Keys | undefined> {
  const data = await unwrapped(marker, passphrase, false);
  if (data === undefined) return undefined;
  const iv = fromBase64(marker.textIv);
  const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, data, fromBase64(marker.text));
  return { id: marker.id, data, text: new Uint8Array(text) };
}

/** The marker that opens the same keys with another passphrase; undefined if `from` is wrong. */
export async function rewrapped(marker: Marker, from: string, to: string): Promise<Marker | undefined> {
  const data = await unwrapped(marker, from, true);
  return data && { ...marker, ...(await wrapped(data, to)) };
}

type Wrapping = Pick<Marker, 'salt' | 'iterations' | 'iv' | 'key'>;

async function wrapped(data: CryptoKey, passphrase: string): Promise<Wrapping> {
  const [salt, iv] = [randomBytes(16), randomBytes(IV_BYTES)];
  const wrapping = await keyOf(passphrase, salt, ITERATIONS);
  const key = await crypto.subtle.wrapKey('raw', data, wrapping, { name: 'AES-GCM', iv });
  return { salt: toBase64(salt), iterations: ITERATIONS, iv: toBase64(iv), key: toBase64(new Uint8Array(key)) };
}

async function unwrapped(marker: Wrapping, passphrase: string, isExtractable: boolean): Promise<CryptoKey | undefined> {
  const wrapping = await keyOf(passphrase, fromBase64(marker.salt), marker.iterations);
  const algorithm = { name: 'AES-GCM', iv: fromBase64(marker.iv) };
  return crypto.subtle
    .unwrapKey('raw', fromBase64(marker.key), wrapping, algorithm, AES, isExtractable, ['encrypt', 'decrypt'])
    .catch((failure: unknown) => {
      if (Object(failure).name === 'OperationError') return undefined;
      throw failure;
    });
}

/** The same letters may be typed in several ways. They count as one. */
async function keyOf(passphrase: string, salt: Uint8Array<ArrayBuffer>, iterations: number): Promise<CryptoKey> {
  const typed = new TextEncoder().encode(passphrase.normalize('NFC'));
  const material = await crypto.subtle.importKey('raw', typed, 'PBKDF2', false, ['deriveKey']);
  const derivation = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations };
  return crypto.subtle.deriveKey(derivation, material, AES, false, ['wrapKey', 'unwrapKey']);
}
