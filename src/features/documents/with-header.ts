/** A JSON header and a body in one file: the length of the header in 4 bytes, big-endian, the header, the body. */
const LENGTH_BYTES = 4;

/** The parts of such a file. Reads none of the bytes. */
export function withHeader(about: object, bytes: readonly Blob[]): readonly BlobPart[] {
  const said = new TextEncoder().encode(JSON.stringify(about));
  const length = new DataView(new ArrayBuffer(LENGTH_BYTES));
  length.setUint32(0, said.length);
  return [length.buffer, said, ...bytes];
}

interface SplitFile {
  readonly about: unknown;
  readonly bytes: Blob;
}

/** Header and body. Undefined for any other file. */
export async function splitHeader(file: Blob): Promise<SplitFile | undefined> {
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
