/**
 * Bytes with what is said of them, as one file: the length of what is said in 4 bytes, the highest first, that as JSON,
 * then the bytes.
 */
const LENGTH_BYTES = 4;

/** The parts of such a file; what is said must be JSON. Reads none of the bytes. */
export function framed(about: object, bytes: readonly Blob[]): readonly BlobPart[] {
  const said = new TextEncoder().encode(JSON.stringify(about));
  const length = new DataView(new ArrayBuffer(LENGTH_BYTES));
  length.setUint32(0, said.length);
  return [length.buffer, said, ...bytes];
}

interface Unframed {
  readonly about: unknown;
  readonly bytes: Blob;
}

/** What is said of the bytes, as it was sent, and the bytes. Undefined for a file that is not made so. */
export async function unframed(file: Blob): Promise<Unframed | undefined> {
  const head = new DataView(await file.slice(0, LENGTH_BYTES).arrayBuffer());
  if (head.byteLength < LENGTH_BYTES) return undefined;
  const start = LENGTH_BYTES + head.getUint32(0);
  const said = await file.slice(LENGTH_BYTES, start).text();
  try {
    return { about: JSON.parse(said), bytes: file.slice(start) };
  } catch {
    return undefined;
  }
}
