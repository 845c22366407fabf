// @vitest-environment node
import { describe, expect, test } from 'vitest';
import type { Size } from '#features/documents/scan/engine/canvases.ts';
import { type PhotoTools, readPhoto } from '#features/documents/scan/engine/read-photo.ts';
import { BeyondLimit, UnreadablePicture } from '#features/documents/scan/scan-engine.ts';
import { HEIC_PHOTO } from '../../../support/heic-photo.ts';
import { jpegSegment, plainJpeg, plainPng, plainWebp } from '../../../support/plain-pictures.ts';

/** What a browser reads photos with, up to the first picture that it is to decode. */
function toolsUntilDecoded() {
  const decoded: Blob[] = [];
  const decodedAsHeic: Blob[] = [];
  const tools: PhotoTools<Size> = {
    async decode(file) {
      decoded.push(file);
      throw new UnreadablePicture('no browser here');
    },
    async decodeHeic(file) {
      decodedAsHeic.push(file);
      throw new UnreadablePicture('no browser here');
    },
    pixelsOf: () => expect.unreachable('nothing is decoded, so nothing is drawn'),
    encode: () => expect.unreachable('nothing is decoded, so nothing is encoded'),
  };
  return { tools, decoded, decodedAsHeic };
}

const KINDS = [
  ['JPEG', plainJpeg],
  ['PNG', plainPng],
  ['WebP', plainWebp],
] as const;

describe.each(KINDS)('a photo as %s', (_kind, make) => {
  test('of more than 100 megapixels is refused before it is decoded', async () => {
    const { tools, decoded } = toolsUntilDecoded();
    const file = new Blob([new Uint8Array(make({ width: 12_000, height: 8_334 }))]);
    const failure = await readPhoto(tools, file).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(BeyondLimit);
    expect(failure).toMatchObject({ limit: 'pixels' });
    expect(decoded).toEqual([]);
  });

  test('of exactly 100 megapixels is decoded', async () => {
    const { tools, decoded } = toolsUntilDecoded();
    const file = new Blob([new Uint8Array(make({ width: 12_500, height: 8_000 }))]);
    await expect(readPhoto(tools, file)).rejects.toBeInstanceOf(UnreadablePicture);
    expect(decoded).toHaveLength(1);
  });
});

test('a HEIC photo goes to the decoder for HEIC', async () => {
  const { tools, decoded, decodedAsHeic } = toolsUntilDecoded();
  const file = new Blob([new Uint8Array(HEIC_PHOTO)]);
  await expect(readPhoto(tools, file)).rejects.toBeInstanceOf(UnreadablePicture);
  expect(decoded).toEqual([]);
  expect(decodedAsHeic).toEqual([file]);
});

test('a file of an unknown kind is left to the browser', async () => {
  const { tools, decoded } = toolsUntilDecoded();
  const file = new Blob(['These are not pixels.']);
  await expect(readPhoto(tools, file)).rejects.toBeInstanceOf(UnreadablePicture);
  expect(decoded).toEqual([file]);
});

/** What a browser reads photos with, without pixels: pictures have the size that their file says, and are white. */
const toolsOf = (size: Size): PhotoTools<Size> => ({
  decode: async () => ({ ...size, close() {} }),
  decodeHeic: () => expect.unreachable('no HEIC here'),
  pixelsOf: (_picture, { width, height }) => ({
    width,
    height,
    data: new Uint8ClampedArray(width * height * 4).fill(255),
  }),
  encode: async () => new Blob(['drawn and encoded']),
});
const wordsOf = ({ bytes }: { readonly bytes: ArrayBuffer }) => Buffer.from(bytes.slice(0, 17)).toString('latin1');
/** The same JPEG with so many more bytes of pixels. */
const heavier = (jpeg: Buffer, bytes: number) =>
  Buffer.concat([jpeg.subarray(0, -2), Buffer.alloc(bytes), jpeg.subarray(-2)]);

describe("a camera's JPEG", () => {
  test('of 12 megapixels stays as it was encoded, without what is said about it', async () => {
    const size = { width: 4032, height: 3024 };
    const segments = [jpegSegment(0xfe, Buffer.from('at home'))];
    const photo = new Blob([new Uint8Array(plainJpeg(size, { segments }))]);
    const read = await readPhoto(toolsOf(size), photo);
    expect(Buffer.from(read.bytes)).toEqual(plainJpeg(size));
    expect(read).toMatchObject(size);
  });

  test.each([
    ['of more than 13.5 million pixels', { width: 4600, height: 3000 }, 0],
    ['of more than 8 MB', { width: 4032, height: 3024 }, 8_000_000],
    [
      'that has less than 200 dpi, so that its way up would not be followed in the PDF',
      { width: 1400, height: 1000 },
      0,
    ],
  ])('%s is drawn upright and encoded', async (_what, size, more) => {
    const photo = new Blob([new Uint8Array(heavier(plainJpeg(size), more))]);
    expect(wordsOf(await readPhoto(toolsOf(size), photo))).toBe('drawn and encoded');
  });

  test('of nearly 8 MB stays, too', async () => {
    const size = { width: 4032, height: 3024 };
    const photo = heavier(plainJpeg(size), 7_900_000);
    const { bytes } = await readPhoto(toolsOf(size), new Blob([new Uint8Array(photo)]));
    expect(bytes.byteLength).toBe(photo.length);
  });
});

test('a photo of more than 12 megapixels that is drawn has 12 million pixels then, in the same proportions', async () => {
  const size = { width: 8000, height: 6000 };
  const { width, height } = await readPhoto(toolsOf(size), new Blob([new Uint8Array(plainPng(size))]));
  expect([width, height]).toEqual([4000, 3000]);
});
