import * as v from 'valibot';
import { SHARED_COMPUTER } from '../device-storage.ts';

const markerSchema = v.object({
  v: v.literal(1),
  /** Identifies the keys. It is new each time that the computer begins to be shared. */
  id: v.string(),
  /** How far the conversion of the records is. */
  state: v.picklist(['sealing', 'shared', 'unsealing']),
  /** How a key is derived from the passphrase: PBKDF2 with SHA-256. */
  salt: v.string(),
  iterations: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** The key of the records, wrapped by the derived key (AES-GCM), in base64. */
  iv: v.string(),
  key: v.string(),
  /** The key of localStorage, encrypted by the key of the records. */
  textIv: v.string(),
  text: v.string(),
});

/**
 * The marker says that this computer is shared, and its passphrase opens the keys. It is in localStorage, where every
 * page looks before it shows anything, and in the database. Losing one of them loses nothing.
 */
export type Marker = Readonly<v.InferOutput<typeof markerSchema>>;

/** Reads a marker from its text; undefined if it cannot be read. Never throws. */
export function parseMarker(text: unknown): Marker | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), markerSchema), text);
  return parsed.success ? parsed.output : undefined;
}

/** The marker in localStorage; undefined if there is none, or storage is blocked. */
export function localMarker(): Marker | undefined {
  try {
    return parseMarker(localStorage.getItem(SHARED_COMPUTER));
  } catch {
    return undefined;
  }
}

/** @throws if localStorage is blocked or full */
export function writeLocalMarker(marker: Marker): void {
  const text = JSON.stringify(marker);
  // Every other tab receives an event for each write.
  if (localStorage.getItem(SHARED_COMPUTER) !== text) localStorage.setItem(SHARED_COMPUTER, text);
}

const ROOM = 'room-for-marker';

/** @throws if localStorage is blocked, or has no room for a marker */
export function assertRoomFor(marker: Marker): void {
  localStorage.setItem(ROOM, JSON.stringify(marker));
  localStorage.removeItem(ROOM);
}

/** Nothing is encrypted any more. */
export const removeLocalMarker = (): void => localStorage.removeItem(SHARED_COMPUTER);
