import { SHARED_COMPUTER } from '../stored-here.ts';
import { IV_BYTES, type Keys } from './keys.ts';

/** A record as it lies in the database of a shared computer; beside these the fields of its key. */
interface SealedRecord {
  /** One for what is known of it, one for the bytes. */
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly sealed: ArrayBuffer;
  /** Sealed for themselves, so that nothing copies them. */
  readonly bytes?: ArrayBuffer;
}

/** Where a record lies. */
export interface RecordPlace {
  readonly store: string;
  /** The names of the fields that are its key; none where the key lies outside of it. */
  readonly fields: readonly string[];
  /** Undefined of what gets its key from the database (`quarantine`). */
  readonly key: unknown;
}

/** Nothing personal, and read before anything can be opened. */
const READABLE_NOTES: readonly unknown[] = [SHARED_COMPUTER, 'view'];

export const isSealed = (value: unknown): value is SealedRecord =>
  typeof value === 'object' &&
  value !== null &&
  'sealed' in value &&
  value.sealed instanceof ArrayBuffer &&
  'iv' in value;

/** Whether the record in this place stays as it is. */
export const staysReadable = ({ store, key }: RecordPlace): boolean =>
  store === 'notes' && READABLE_NOTES.includes(key);

/** No record can be put in another's place: it would not open there. */
function sealFor({ store, key }: RecordPlace, iv: Uint8Array<ArrayBuffer>, part: 'head' | 'bytes'): AesGcmParams {
  const words = store === 'quarantine' ? [store, part] : [store, part, key];
  const own = part === 'head' ? iv.subarray(0, IV_BYTES) : iv.subarray(IV_BYTES);
  return { name: 'AES-GCM', iv: own, additionalData: new TextEncoder().encode(JSON.stringify(words)) };
}

/** Seals a record: the bytes of a document as they are, everything else as JSON. */
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
 * What was sealed; a record that is not sealed is itself.
 *
 * @throws the browser's OperationError where these are other keys, or somebody has changed it
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
  // Where an earlier version of the page wrote it.
  if (bytes instanceof Blob) return { head: { value: rest }, bytes: await bytes.arrayBuffer() };
  return { head: { value } };
}

/** The bytes of a document, by their key in the database's `files`. */
export interface KeyedBytes {
  readonly draftId: string;
  readonly slot: string;
  readonly bytes: ArrayBuffer | Blob;
}

/** Seals the bytes of a document, before the transaction that puts them. */
export async function sealFile(keys: Keys, file: KeyedBytes): Promise<KeyedBytes> {
  const { draftId, slot } = file;
  const bytes = file.bytes instanceof ArrayBuffer ? file.bytes : await file.bytes.arrayBuffer();
  const place = { store: 'files', fields: ['draftId', 'slot'], key: [draftId, slot] };
  return { draftId, slot, bytes, ...(await sealRecord(keys, place, { ...file, bytes })) };
}
