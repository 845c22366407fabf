const END = '%%EOF';
/** What a later version of a PDF begins with: it is written behind the end of the version before. */
const OBJECT = /\d+ \d+ obj\b/;
/** Mail programs and cards fill files up to whole blocks, and portals write their own lines behind the end. */
const BLOCK_BYTES = 65_536;

/**
 * Whether the end of a PDF is missing. A download or a copy that broke off leaves such a file, and some readers show its
 * first pages as if nothing were wrong.
 *
 * @throws the browser's error where the file can no longer be read
 */
export async function isCutOff(file: Blob): Promise<boolean> {
  const bytes = await file.slice(Math.max(0, file.size - BLOCK_BYTES)).arrayBuffer();
  const last = new TextDecoder('latin1').decode(bytes);
  const end = last.lastIndexOf(END);
  return end < 0 || OBJECT.test(last.slice(end));
}
