import * as v from 'valibot';
import { SHARED_COMPUTER } from '../stored-here.ts';

const markerSchema = v.object({
  v: v.literal(1),
  /** Which keys these are: another one for each time that the computer is shared. */
  id: v.string(),
  /** How far the records are. */
  state: v.picklist(['sealing', 'shared', 'unsealing']),
  /** What makes a key of the passphrase: PBKDF2 with SHA-256. */
  salt: v.string(),
  iterations: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** The key of the records, wrapped by that key (AES-GCM); all of it in base64. */
  iv: v.string(),
  key: v.string(),
  /** The key of what lies in localStorage, sealed by the key of the records. */
  textIv: v.string(),
  text: v.string(),
});

/**
 * What says that this computer is shared, and opens it with the passphrase. It lies in localStorage, where every page looks
 * before it shows anything, and in the database's notes: losing one of them loses nothing.
 */
export type Marker = Readonly<v.InferOutput<typeof markerSchema>>;

/** A marker from its text; undefined where it cannot be read. Never throws. */
export function parseMarker(text: unknown): Marker | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), markerSchema), text);
  return parsed.success ? parsed.output : undefined;
}

/** That of localStorage; undefined where there is none, or storage is blocked. */
export function localMarker(): Marker | undefined {
  try {
    return parseMarker(localStorage.getItem(SHARED_COMPUTER));
  } catch {
    return undefined;
  }
}

/** @throws where localStorage is blocked or full */
export function writeLocalMarker(marker: Marker): void {
  const text = JSON.stringify(marker);
  // Every other tab hears of each write.
  if (localStorage.getItem(SHARED_COMPUTER) !== text) localStorage.setItem(SHARED_COMPUTER, text);
}

const ROOM = 'room-for-marker';

/** @throws where localStorage is blocked, or has no room for a marker */
export function assertRoomFor(marker: Marker): void {
  localStorage.setItem(ROOM, JSON.stringify(marker));
  localStorage.removeItem(ROOM);
}

/** Nothing is sealed any more. */
export const removeLocalMarker = (): void => localStorage.removeItem(SHARED_COMPUTER);
