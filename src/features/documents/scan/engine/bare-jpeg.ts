import { orientationSegment } from './turned-jpeg.ts';

/** The second bytes of markers (ITU T.81, table B.1); the first is always this. */
const MARK = 0xff;
const START = 0xd8;
const END = 0xd9;
const SCAN = 0xda;
const EXIF = 0xe1;
const COLOUR_PROFILE = 0xe2;
const ADOBE = 0xee;
const COMMENT = 0xfe;
const START_BYTES = 2;
/** Of a marker and the length of its segment. */
const HEAD_BYTES = 4;

/**
 * A JPEG without anything that is said about its picture: place, camera, dates, comments, thumbnails, and what follows
 * its end (phones put films and second pictures there). The way up stays, in an EXIF segment that says nothing else, and
 * so does what the picture is decoded with: its tables, its colour profile. No pixel is touched, so it takes a few
 * milliseconds.
 *
 * @returns undefined where the bytes are no JPEG, or not a whole one
 */
export function bareJpeg(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | undefined {
  if (bytes[0] !== MARK || bytes[1] !== START) return undefined;
  const kept: Uint8Array<ArrayBuffer>[] = [];
  let orientation: number | undefined;
  let at = START_BYTES;
  while (bytes[at] === MARK) {
    const marker = bytes[at + 1] ?? END;
    if (marker === MARK) {
      // Any number of them may stand before a marker.
      at += 1;
      continue;
    }
    if (marker === END) {
      const wayUp = orientation === undefined || orientation === 1 ? [] : [orientationSegment(orientation)];
      const parts = [bytes.subarray(0, START_BYTES), ...wayUp, ...kept, bytes.subarray(at, at + 2)];
      return at + 2 > bytes.length ? undefined : joined(parts);
    }
    const segment = segmentAt(bytes, at);
    if (segment === undefined) return undefined;
    if (marker === EXIF) orientation ??= orientationIn(segment);
    if (isDecodedWith(marker, segment)) kept.push(segment);
    at += segment.length;
    if (marker === SCAN) {
      const end = endOfScan(bytes, at);
      kept.push(bytes.subarray(at, end));
      at = end;
    }
  }
  return undefined;
}

/** The segment at a marker, with it; undefined where the file ends before. */
function segmentAt(bytes: Uint8Array<ArrayBuffer>, at: number): Uint8Array<ArrayBuffer> | undefined {
  const length = (bytes[at + 2] ?? 0) * 256 + (bytes[at + 3] ?? 0);
  const end = at + 2 + length;
  return length < 2 || end > bytes.length ? undefined : bytes.subarray(at, end);
}

/** Of the segments of applications only two change what the pixels look like. */
function isDecodedWith(marker: number, segment: Uint8Array): boolean {
  if (marker === COLOUR_PROFILE) return begins(segment, 'ICC_PROFILE\0');
  if (marker === ADOBE) return begins(segment, 'Adobe');
  return marker < 0xe0 && marker !== COMMENT;
}

/** Where the next marker stands: in a scan, one that is followed by 0 is a pixel's, and eight only count intervals. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(MARK, from); at >= 0; at = bytes.indexOf(MARK, at + 1)) {
    const next = bytes[at + 1] ?? MARK;
    if (next !== 0 && next !== MARK && (next < 0xd0 || next > 0xd7)) return at;
  }
  return bytes.length;
}

const ORIENTATION_TAG = 0x0112;
const ENTRY_BYTES = 12;

/** How the camera was held, as an EXIF segment says it (1 to 8); undefined where it does not. */
function orientationIn(segment: Uint8Array<ArrayBuffer>): number | undefined {
  if (!begins(segment, 'Exif\0')) return undefined;
  // TIFF begins here, and counts from here.
  const tiff = segment.slice(HEAD_BYTES + 6);
  const view = new DataView(tiff.buffer);
  const isLittle = tiff[0] === 0x49;
  try {
    const directory = view.getUint32(4, isLittle);
    for (let entry = 0; entry < view.getUint16(directory, isLittle); entry += 1) {
      const at = directory + 2 + entry * ENTRY_BYTES;
      if (view.getUint16(at, isLittle) !== ORIENTATION_TAG) continue;
      const orientation = view.getUint16(at + 8, isLittle);
      return orientation >= 1 && orientation <= 8 ? orientation : undefined;
    }
  } catch {
    // It points out of itself: browsers take such a photo as it lies, too.
  }
  return undefined;
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const begins = (segment: Uint8Array, words: string): boolean =>
  [...words].every((letter, at) => segment[HEAD_BYTES + at] === letter.charCodeAt(0));
