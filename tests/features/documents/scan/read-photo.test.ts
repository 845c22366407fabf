// @vitest-environment node
import { describe, expect, test } from 'vitest';
import type { Size } from '#features/documents/scan/engine/canvases.ts';
import { type PhotoTools, readPhoto } from '#features/documents/scan/engine/read-photo.ts';
import { BeyondLimit, UnreadablePicture } from '#features/documents/scan/scan-engine.ts';
import { HEIC_PHOTO } from '../../../support/heic-photo.ts';
import { jpegSegment, plainJpeg, plainPng, plainWebp } from '../../../support/plain-pictures.ts';
import { pictureOf, point } from '../support/pictures.ts';

const SHEET = [point(0.14, 0.08), point(0.88, 0.11), point(0.93, 0.93), point(0.07, 0.9)] as const;

/** What a browser reads photos with, up to the first picture that it is to decode. */
function toolsUntilDecoded() {
  const decoded: Blob[] = [];
  const decodedAsHeic: Blob[] = [];
  const tools: PhotoTools<Size, Size> = {
    async decode(file) {
      decoded.push(file);
      throw new UnreadablePicture('no browser here');
    },
    async decodeHeic(file) {
      decodedAsHeic.push(file);
      throw new UnreadablePicture('no browser here');
    },
    draw: () => expect.unreachable('nothing is decoded, so nothing is drawn'),
    pixelsOf: () => expect.unreachable('nothing is decoded, so nothing is drawn'),
    drawSheet: () => expect.unreachable('nothing is decoded, so nothing is drawn'),
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

test('the size of a photo is found behind more than a megabyte of metadata', async () => {
  const { tools, decoded } = toolsUntilDecoded();
  const segments = Array.from({ length: 20 }, () => jpegSegment(0xe1, Buffer.alloc(65_000)));
  const file = new Blob([new Uint8Array(plainJpeg({ width: 12_000, height: 8_334 }, { segments }))]);
  await expect(readPhoto(tools, file)).rejects.toBeInstanceOf(BeyondLimit);
  expect(decoded).toEqual([]);
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
const toolsOf = (size: Size): PhotoTools<Size, Size> => ({
  decode: async () => ({ ...size, close() {} }),
  decodeHeic: () => expect.unreachable('no HEIC here'),
  draw: (_picture, drawn) => drawn,
  pixelsOf: (_drawn, { width, height }) => ({
    width,
    height,
    data: new Uint8ClampedArray(width * height * 4).fill(255),
  }),
  drawSheet: () => expect.unreachable('no sheet in white'),
  encode: async () => new Blob(['drawn and encoded']),
});

test("a camera's JPEG is drawn and encoded, so that nothing that is said about it stays", async () => {
  const size = { width: 1200, height: 900 };
  const segments = [jpegSegment(0xfe, Buffer.from('at home'))];
  const read = await readPhoto(toolsOf(size), new Blob([new Uint8Array(plainJpeg(size, { segments }))]));
  expect(Buffer.from(read.bytes).toString()).toBe('drawn and encoded');
  expect(read).toMatchObject(size);
});

test('a photo has at most 8.7 megapixels, in the same proportions', async () => {
  const size = { width: 8000, height: 6000 };
  const { width, height } = await readPhoto(toolsOf(size), new Blob([new Uint8Array(plainPng(size))]));
  expect([width, height]).toEqual([3406, 2554]);
});

test('a photo of a sheet has the sheet behind the whole picture, unless it is to stay whole', async () => {
  const size = { width: 360, height: 480 };
  const tools: PhotoTools<Size, Size> = {
    ...toolsOf(size),
    pixelsOf: (_drawn, small) => pictureOf({ ...small, corners: SHEET }),
    drawSheet: async () => new Blob(['sheet']),
    encode: async () => new Blob(['whole']),
  };
  const photo = new Blob([new Uint8Array(plainPng(size))]);
  const { bytes, sheetAt } = await readPhoto(tools, photo);
  expect(Buffer.from(bytes).toString()).toBe('wholesheet');
  expect(sheetAt).toBe('whole'.length);
  const { bytes: whole, ...rest } = await readPhoto(tools, photo, true);
  expect(Buffer.from(whole).toString()).toBe('whole');
  expect(rest).toEqual(size);
});
