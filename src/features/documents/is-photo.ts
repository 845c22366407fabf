const LONGEST = 12;
/** How pictures begin: JPEG, PNG, GIF, WebP, and the box of HEIC and AVIF behind its length. */
const BEGINNINGS = [
  /^\xff\xd8\xff/,
  /^\x89PNG/,
  /^GIF8/,
  /^RIFF.{4}WEBP/s,
  /^.{4}ftyp(hei[cxms]|hev[cx]|mif1|msf1|avif)/s,
];

/** Whether a file is a picture by its content, so that a PDF can be made of it. False if it cannot be read. */
export async function isPhoto(file: Blob): Promise<boolean> {
  const bytes = await file
    .slice(0, LONGEST)
    .arrayBuffer()
    .catch(() => new ArrayBuffer());
  const start = String.fromCharCode(...new Uint8Array(bytes));
  return BEGINNINGS.some((beginning) => beginning.test(start));
}
