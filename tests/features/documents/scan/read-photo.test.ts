// @vitest-environment node
import { describe, expect, test } from 'vitest';
import type { Canvases } from '#features/documents/scan/engine/canvases.ts';
import { readPhoto } from '#features/documents/scan/engine/read-photo.ts';
import { BeyondLimit, UnreadablePicture } from '#features/documents/scan/scan-engine.ts';
import { plainJpeg, plainPng, plainWebp } from '../../../support/plain-pictures.ts';

/** What a browser draws with, up to the first picture that it is to decode. */
function canvasesUntilDecoded() {
  const decoded: Blob[] = [];
  const canvases: Canvases = {
    async decode(file) {
      decoded.push(file);
      throw new UnreadablePicture('no browser here');
    },
    surface: () => expect.unreachable('nothing is decoded, so nothing is drawn'),
    toJpeg: () => expect.unreachable('nothing is decoded, so nothing is encoded'),
    pause: async () => {},
  };
  return { canvases, decoded };
}

const KINDS = [
  ['JPEG', plainJpeg],
  ['PNG', plainPng],
  ['WebP', plainWebp],
] as const;

describe.each(KINDS)('a photo as %s', (_kind, make) => {
  test('of more than 100 megapixels is refused before it is decoded', async () => {
    const { canvases, decoded } = canvasesUntilDecoded();
    const file = new Blob([new Uint8Array(make({ width: 12_000, height: 8_334 }))]);
    const failure = await readPhoto(canvases, file).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(BeyondLimit);
    expect(failure).toMatchObject({ limit: 'pixels' });
    expect(decoded).toEqual([]);
  });

  test('of exactly 100 megapixels is decoded', async () => {
    const { canvases, decoded } = canvasesUntilDecoded();
    const file = new Blob([new Uint8Array(make({ width: 12_500, height: 8_000 }))]);
    await expect(readPhoto(canvases, file)).rejects.toBeInstanceOf(UnreadablePicture);
    expect(decoded).toHaveLength(1);
  });
});

test('a file whose kind nobody knows is left to the browser', async () => {
  const { canvases, decoded } = canvasesUntilDecoded();
  const file = new Blob(['These are not pixels.']);
  await expect(readPhoto(canvases, file)).rejects.toBeInstanceOf(UnreadablePicture);
  expect(decoded).toEqual([file]);
});
