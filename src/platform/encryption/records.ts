import { SHARED_COMPUTER } from '../device-storage.ts';
import { IV_BYTES, type Keys } from './keys.ts';

/** An encrypted record of a shared computer. The fields of its key are not encrypted. */
interface SealedRecord {
  /** One initialization vector for the description, and one for the bytes. */
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly sealed: ArrayBuffer;
  /** The bytes are encrypted on their own, so that they are not copied. */
  readonly bytes?: ArrayBuffer;
}

/** The place of a record. */
export interface RecordPlace {
  readonly store: string;
  /** The names of the fields that are its key; none if the key is outside of the record. */
  readonly fields: readonly string[];
  /** Undefined if the database makes the key (`quarantine`). */
  readonly key: unknown;
}

/** Values that are not personal, and that are read before the page is unlocked. */
const READABLE_NOTES: readonly unknown[] = [SHARED_COMPUTER, 'view'];

export const isSealed = (value: unknown): value is SealedRecord =>
  typeof value === 'object' &&
  value !== null &&
  'sealed' in value &&
  value.sealed instanceof ArrayBuffer &&
  'iv' in value;

/** Whether the record in this place is never encrypted. */
export const staysReadable = ({ store, key }: RecordPlace): boolean =>
  store === 'notes' && READABLE_NOTES.includes(key);

/** A record cannot be moved to the place of another: it would not decrypt there. */
function sealFor({ store, key }: RecordPlace, iv: Uint8Array<ArrayBuffer>, part: 'head' | 'bytes'): AesGcmParams {
  const words = store === 'quarantine' ? [store, part] : [store, part, key];
  const own = part === 'head' ? iv.subarray(0, IV_BYTES) : iv.subarray(IV_BYTES);
  return { name: 'AES-GCM', iv: own, additionalData: new TextEncoder().encode(JSON.stringify(words)) };
}

/** Encrypts a record: the bytes of a document as they are, everything else as JSON. */
export async function sealRecord({ data }: Keys, place: RecordPlace, value: unknown): Promise<object> {
  const { head, bytes } = await taken(value);
  const iv = crypto.getRandomValues(new Uint8Array(2 * IV_BYTES));
  const text = new TextEncoder().encode(JSON.stringify(head));
  const [sealed, sealedBytes] = await Promise.all([
    crypto.subtle.encrypt(sealFor(place, iv, 'head'), data, text),
    bytes && crypto.subtle.encrypt(sealFor(place, iv, 'bytes'), data, bytes),
  ]);
  const own = Object.fromEntries(place.fields.map((field) => [field, Object(value)[field]]));
  return { ...own, iv, sealed, ...(sealedBytes && { bytes: sealedBytes }) };
}

/**
 * Decrypts a record. A record that is not encrypted is returned as it is.
 *
 * @throws the browser's OperationError if the keys are wrong, or the record was changed
 */
export async function unsealRecord({ data }: Keys, place: RecordPlace, record: unknown): Promise<unknown> {
  if (!isSealed(record)) return record;
  const { iv, sealed, bytes } = record;
  const [text, plainBytes] = await Promise.all([
    crypto.subtle.decrypt(sealFor(place, iv, 'head'), data, sealed),
    bytes && crypto.subtle.decrypt(sealFor(place, iv, 'bytes'), data, bytes),
  ]);
  const { value }: Head = JSON.parse(new TextDecoder().decode(text));
  return plainBytes ? { ...Object(value), bytes: plainBytes } : value;
}

interface Head {
  readonly value: unknown;
}

async function taken(value: unknown): Promise<{ readonly head: Head; readonly bytes?: ArrayBuffer }> {
  const { bytes, ...rest } = Object(value);
  if (bytes instanceof ArrayBuffer) return { head: { value: rest }, bytes };
  // An earlier version of the page wrote a Blob.
  if (bytes instanceof Blob) return { head: { value: rest }, bytes: await bytes.arrayBuffer() };
  return { head: { value } };
}

/** The encrypted bytes of a document, by their key in the database's `files`. */
export interface KeyedBytes {
  readonly draftId: string;
  readonly slot: string;
  readonly bytes: ArrayBuffer | Blob;
}

/** Encrypts the bytes of a document before the transaction that puts them. */
export async function sealFile(keys: Keys, file: KeyedBytes): Promise<KeyedBytes> {
  const { draftId, slot } = file;
  const bytes = file.bytes instanceof ArrayBuffer ? file.bytes : await file.bytes.arrayBuffer();
  const place = { store: 'files', fields: ['draftId', 'slot'], key: [draftId, slot] };
  return { draftId, slot, bytes, ...(await sealRecord(keys, place, { ...file, bytes })) };
}
