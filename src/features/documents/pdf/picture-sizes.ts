/**
 * The largest picture of a PDF that is drawn on this device, in pixels. A4 has 35 million at 600 dpi, the largest photo of
 * a phone 50. Drawing takes about nine bytes for each: more than this ends the page on a phone.
 */
export const MOST_PICTURE_PIXELS = 52_000_000;

const PART_BYTES = 2 ** 20;
/** Longer than a size with its name, which may lie across the border of two parts. */
const OVERLAP = 64;
/** A size, or the end of the object that has sizes before it. */
const SIZES = /\/(Width|Height)\s+(\d{1,9})\b(?!\s+\d+\s+R)|endobj|stream/g;

/**
 * Whether a PDF has a picture of more than MOST_PICTURE_PIXELS, a mask included. The size of a picture is written in plain
 * text even where everything else is compressed. Reads the whole file, a megabyte at a time.
 *
 * @throws the browser's error where the file cannot be read
 */
export async function hasHugePicture(file: Blob): Promise<boolean> {
  const latin = new TextDecoder('latin1');
  let sizes: Readonly<Record<string, number>> = {};
  for (let start = 0; start < file.size; start += PART_BYTES) {
    const from = Math.max(0, start - OVERLAP);
    const text = latin.decode(await file.slice(from, start + PART_BYTES).arrayBuffer());
    const isLast = start + PART_BYTES >= file.size;
    for (const { 0: found, 1: name, 2: digits, index } of text.matchAll(SIZES)) {
      // What ends with the part may go on in the next one, which begins before it.
      if (!isLast && index + found.length === text.length) break;
      sizes = name === undefined ? {} : { ...sizes, [name]: Number(digits) };
      const { Width = 0, Height = 0 } = sizes;
      if (Width * Height > MOST_PICTURE_PIXELS) return true;
    }
  }
  return false;
}
