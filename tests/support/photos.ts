import { Buffer } from 'node:buffer';
import { drawPhoto, type PhotoLook } from './photo-drawing.ts';

/** EXIF orientation, and the clockwise quarter turns from the upright picture to the stored one. */
const TURNS = { 1: 0, 3: 2, 6: 3, 8: 1 } as const;
export type Orientation = keyof typeof TURNS;

/** Personal data in the EXIF of a photo: no file that leaves the device may have it. */
export const CAMERA = 'Pocketphone 7 of Amara';
/** Degrees, minutes and seconds of latitude, each as a fraction: 51 28 38. */
const LATITUDE = [51, 1, 28, 1, 38, 1];

const SHEET_LINES = [
  'Certificate of completion',
  ...Array.from(
    { length: 34 },
    (_, row) => `${row + 1}. The holder attended all lessons of module ${row + 101} and passed.`,
  ),
];

const LYING_WELL = [
  [0.14, 0.08],
  [0.88, 0.11],
  [0.93, 0.93],
  [0.07, 0.9],
] as const;

export const A4_ON_TABLE: PhotoLook = {
  width: 900,
  height: 1200,
  corners: LYING_WELL,
  lines: SHEET_LINES,
  noise: 6,
  shade: 0.35,
  table: '#5b4636',
  paper: '#f4f2ec',
  turns: 0,
};
/** 12 megapixels, as phones take them. */
export const LARGE = { width: 3024, height: 4032 };

/** A browser page that runs a function with an argument, such as Playwright's. */
interface Drawer {
  evaluate(draw: (look: PhotoLook) => Promise<string>, look: PhotoLook): Promise<string>;
}

/** The drawn photos of this test file, by look: one of 12 megapixels takes seconds. */
const drawn = new Map<string, string>();

/**
 * Makes a photo of a sheet of paper like a phone's: seen from the side, with noise and uneven light, and not upright.
 * Its EXIF has orientation, camera and place. The browser draws and encodes it. The same look gives the same bytes in
 * the same browser, and is drawn once per test file.
 * | @param page any page of a browser
 */
export async function makePhoto(
  page: Drawer,
  { orientation = 1, ...look }: Partial<PhotoLook> & { readonly orientation?: Orientation } = {},
): Promise<Buffer> {
  const jpeg = Buffer.from(await drawOnce(page, { ...A4_ON_TABLE, ...look, turns: TURNS[orientation] }), 'base64');
  return Buffer.concat([jpeg.subarray(0, 2), exif(orientation), jpeg.subarray(2)]);
}

async function drawOnce(page: Drawer, look: PhotoLook): Promise<string> {
  const key = JSON.stringify(look);
  const photo = drawn.get(key) ?? (await page.evaluate(drawPhoto, look));
  drawn.set(key, photo);
  return photo;
}

/** An APP1 segment: orientation and camera in the first directory, the place in a second one. */
function exif(orientation: number): Buffer {
  const camera = Buffer.from(`${CAMERA}\0`, 'latin1');
  const gps = 8 + 2 + 3 * 12 + 4;
  const values = gps + 2 + 2 * 12 + 4;
  const entry = (tag: number, type: number, count: number, value: number | Buffer): Buffer => {
    const bytes = Buffer.alloc(12);
    bytes.writeUInt16BE(tag, 0);
    bytes.writeUInt16BE(type, 2);
    bytes.writeUInt32BE(count, 4);
    if (typeof value === 'number') bytes.writeUInt32BE(value, 8);
    else value.copy(bytes, 8);
    return bytes;
  };
  const number = (value: number, size: 2 | 4): Buffer => {
    const bytes = Buffer.alloc(size);
    bytes.writeUIntBE(value, 0, size);
    return bytes;
  };
  const tiff = Buffer.concat([
    Buffer.from('MM\0\x2a\0\0\0\x08', 'latin1'),
    number(3, 2),
    entry(0x0110, 2, camera.length, values),
    entry(0x0112, 3, 1, Buffer.from([0, orientation, 0, 0])),
    entry(0x8825, 4, 1, gps),
    number(0, 4),
    number(2, 2),
    entry(0x0001, 2, 2, Buffer.from('N\0\0\0')),
    entry(0x0002, 5, 3, values + camera.length),
    number(0, 4),
    camera,
    ...LATITUDE.map((part) => number(part, 4)),
  ]);
  const body = Buffer.concat([Buffer.from('Exif\0\0'), tiff]);
  return Buffer.concat([Buffer.from([0xff, 0xe1]), number(body.length + 2, 2), body]);
}
