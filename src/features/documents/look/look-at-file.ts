/** So many bytes before its last one that counts, a PDF must have its end mark, as readers have it. */
const END_WITHIN = 1024;
const END = '%%EOF';
/** What follows the mark may be filling: mail programs and cards write files in whole blocks. */
const BLOCK_BYTES = 65_536;

/**
 * Whether the end of a PDF is missing. A download or a copy that broke off leaves such a file, and some readers show its
 * first pages as if nothing were wrong.
 *
 * @throws the browser's error where the file can no longer be read
 */
export async function isCutOff(file: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(Math.max(0, file.size - BLOCK_BYTES)).arrayBuffer());
  let end = bytes.length;
  while (end > 0 && isFilling(bytes[end - 1])) end -= 1;
  const last = String.fromCharCode(...bytes.subarray(Math.max(0, end - END_WITHIN), end));
  return !last.includes(END);
}

const isFilling = (byte: number | undefined): boolean => byte === 0 || byte === 0x0a || byte === 0x0d || byte === 0x20;
