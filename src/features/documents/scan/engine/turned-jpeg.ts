/** The bytes before the segments: the start of the picture, and a JFIF segment, if there is one. */
function startBytes(jpeg: Uint8Array): number {
  const isJfif = jpeg[2] === 0xff && jpeg[3] === 0xe0;
  return isJfif ? 4 + (jpeg[4] ?? 0) * 256 + (jpeg[5] ?? 0) : 2;
}
/** An EXIF segment in hexadecimal, up to the orientation in its only entry, and what follows that. */
const BEFORE = 'ffe10022 457869660000 4d4d002a00000008 0001 0112000300000001 00';
const AFTER = '0000 00000000';

/** An EXIF segment that says how the camera was held (1 to 8, as TIFF counts its orientations), and nothing else. */
export const orientationSegment = (orientation: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array([...fromHex(BEFORE), orientation, ...fromHex(AFTER)]);

/** The same JPEG with an EXIF segment that says how the camera was held. Firefox decodes none that has it before JFIF. */
export async function turnedJpeg(jpeg: Blob, orientation: number): Promise<Blob> {
  const bytes = await jpeg.arrayBuffer();
  const at = startBytes(new Uint8Array(bytes));
  const parts = [bytes.slice(0, at), orientationSegment(orientation), bytes.slice(at)];
  return new Blob(parts, { type: 'image/jpeg' });
}

const fromHex = (text: string): number[] =>
  (text.replaceAll(' ', '').match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
