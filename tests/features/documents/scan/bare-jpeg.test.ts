// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { bareJpeg } from '#features/documents/scan/engine/bare-jpeg.ts';
import { jpegSegment, plainJpeg } from '../../../support/plain-pictures.ts';

const SIZE = { width: 64, height: 48 };
const latin = (text: string) => Buffer.from(text, 'latin1');
/** EXIF with an orientation and the camera's name, its numbers as processors of either kind have them. */
function exif(orientation: number, { isLittle = false } = {}): Buffer {
  const tiff = Buffer.alloc(8 + 2 + 2 * 12 + 4 + 20);
  const two = (value: number, at: number) => (isLittle ? tiff.writeUInt16LE(value, at) : tiff.writeUInt16BE(value, at));
  const four = (value: number, at: number) =>
    isLittle ? tiff.writeUInt32LE(value, at) : tiff.writeUInt32BE(value, at);
  tiff.write(isLittle ? 'II' : 'MM', 'latin1');
  two(42, 2);
  four(8, 4);
  two(2, 8);
  // The camera: 20 letters, behind the directory.
  two(0x0110, 10);
  two(2, 12);
  four(20, 14);
  four(38, 18);
  two(0x0112, 22);
  two(3, 24);
  four(1, 26);
  two(orientation, 30);
  tiff.write('Pocketphone of Amara', 38, 'latin1');
  return jpegSegment(0xe1, Buffer.concat([latin('Exif\0\0'), tiff]));
}
/** An EXIF segment that says the way up and nothing else. */
const wayUp = (orientation: number) =>
  Buffer.from(
    `ffe10022457869660000${'4d4d002a00000008'}${'0001'}${`011200030000000100${orientation.toString(16).padStart(2, '0')}0000`}00000000`,
    'hex',
  );
function bare(jpeg: Buffer): Buffer | undefined {
  const bytes = bareJpeg(new Uint8Array(jpeg));
  return bytes && Buffer.from(bytes);
}

describe('a JPEG without what is said about it', () => {
  test.each([
    ['its camera, in EXIF', exif(1), 'Amara'],
    ['its place, in XMP', jpegSegment(0xe1, latin('http://ns.adobe.com/xap/1.0/\0<x>51,28.6N</x>')), '51,28.6N'],
    ['an editor’s captions', jpegSegment(0xed, latin('Photoshop 3.0\0Amara at home')), 'Amara'],
    ['a comment', jpegSegment(0xfe, latin('Amara was here')), 'Amara'],
    ['a thumbnail', jpegSegment(0xe0, latin('JFXX\0\x10 a small Amara')), 'Amara'],
    ['where its second picture lies', jpegSegment(0xe2, latin('MPF\0Amara from the other side')), 'Amara'],
  ])('has no more %s, and the same pixels', (_what, segment, word) => {
    const photo = plainJpeg(SIZE, { segments: [segment] });
    expect(photo.includes(word)).toBe(true);
    expect(bare(photo)).toEqual(plainJpeg(SIZE));
  });

  test('ends where its picture ends: films that phones write behind it are gone', () => {
    const photo = plainJpeg(SIZE, { trailer: 'a film of Amara' });
    expect(bare(photo)).toEqual(plainJpeg(SIZE));
  });

  test.each([
    ['its colour profile', jpegSegment(0xe2, latin('ICC_PROFILE\0\x01\x01 Display P3'))],
    ['how an editor has stored its colours', jpegSegment(0xee, latin('Adobe\0\x64\0\0\0\0\x01'))],
  ])('keeps %s', (_what, segment) => {
    const photo = plainJpeg(SIZE, { segments: [segment, exif(1)] });
    expect(bare(photo)).toEqual(plainJpeg(SIZE, { segments: [segment] }));
  });

  test.each([2, 3, 4, 5, 6, 7, 8])('keeps the way up, orientation %i, in either order of bytes', (orientation) => {
    for (const isLittle of [false, true]) {
      const photo = plainJpeg(SIZE, { segments: [exif(orientation, { isLittle })] });
      expect(bare(photo)).toEqual(plainJpeg(SIZE, { segments: [wayUp(orientation)] }));
    }
  });

  test.each([
    ['one that no camera writes', exif(9)],
    ['EXIF that points out of itself', jpegSegment(0xe1, latin('Exif\0\0MM\0\x2a\0\0\xff\xff'))],
    ['EXIF that is cut short', jpegSegment(0xe1, latin('Exif\0\0MM'))],
  ])('lies as it is stored where the way up is %s', (_what, segment) => {
    expect(bare(plainJpeg(SIZE, { segments: [segment] }))).toEqual(plainJpeg(SIZE));
  });

  test('follows scans through their pixels: what only looks like a marker ends none, the next scan does', () => {
    // Stuffed, a restart, filling; then a second scan, as progressive pictures have many.
    const pixels = Buffer.from([0xff, 0x00, 0x12, 0xff, 0xd3, 0x34, 0xff, 0xff]);
    const plain = plainJpeg(SIZE);
    const scan = plain.indexOf(Buffer.from([0xff, 0xda]));
    const twice = Buffer.concat([plain.subarray(0, scan), plain.subarray(scan, -2), pixels, plain.subarray(scan)]);
    const photo = Buffer.concat([twice, latin('a film')]);
    const kept = bare(photo);
    expect(kept?.includes('a film')).toBe(false);
    expect(kept?.subarray(-plain.length + scan)).toEqual(plain.subarray(scan));
    expect(kept?.subarray(0, scan)).toEqual(plain.subarray(0, scan));
  });
});

describe('nothing is cut out of', () => {
  test.each([
    ['what is no JPEG', latin('\x89PNG\r\n\x1a\n')],
    ['nothing', Buffer.alloc(0)],
    ['a JPEG without its end', plainJpeg(SIZE).subarray(0, -2)],
    ['one that ends in the middle of a marker', plainJpeg(SIZE).subarray(0, -1)],
    ['one that ends in its metadata', Buffer.concat([latin('\xff\xd8'), exif(1).subarray(0, 20)])],
    ['one whose segment has no length', latin('\xff\xd8\xff\xe1\0\0')],
  ])('%s', (_what, bytes) => expect(bare(bytes)).toBeUndefined());
});
