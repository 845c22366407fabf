/** How far into a file the mark may stand: PDF readers allow other bytes, such as a mail header, before it. */
const SEARCHED_BYTES = 1024;
const MARK = '%PDF-';

/**
 * Whether a file is a PDF by its content, whatever its name and type say (spec §5 "Files").
 * Reads the first kilobyte only. Rejects when the file cannot be read any more.
 */
export async function isPdf(file: Blob): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, SEARCHED_BYTES).arrayBuffer());
  return String.fromCharCode(...head).includes(MARK);
}
