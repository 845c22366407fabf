// @vitest-environment node
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { canDrawInWorker, decodePicture, toJpeg } from '#features/documents/scan/engine/canvases.ts';

const never = () => new Promise<never>(() => {});
/** A canvas whose JPEG is this. */
class FakeCanvas {
  width = 1;
  height = 1;
  getContext = () => ({});
  convertToBlob: () => Promise<Blob> = never;
}
const canvasOf = (jpeg: () => Promise<Blob>) =>
  Object.assign(new FakeCanvas(), { convertToBlob: jpeg }) as unknown as OffscreenCanvas;
/** How a promise has ended so far. */
function watch(promise: Promise<unknown>) {
  const seen: { end?: unknown } = {};
  promise.then(
    (value) => (seen.end = value),
    (failure) => (seen.end = String(failure)),
  );
  return seen;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a browser that never answers', () => {
  test.each([
    ['when a canvas is to be a JPEG', () => toJpeg(canvasOf(never), 1)],
    ['when a picture is to be decoded', () => decodePicture(new Blob())],
  ])('%s is waited for twenty seconds', async (_when, ask) => {
    vi.stubGlobal('createImageBitmap', never);
    const seen = watch(ask());
    await vi.advanceTimersByTimeAsync(19_999);
    expect(seen).toEqual({});
    await vi.advanceTimersByTimeAsync(1);
    expect(seen.end).toBe('Error: the browser does not answer');
  });

  test('in a worker counts as one whose workers cannot draw', async () => {
    vi.stubGlobal('OffscreenCanvas', FakeCanvas);
    const seen = watch(canDrawInWorker());
    await vi.advanceTimersByTimeAsync(5000);
    expect(seen.end).toBe(false);
  });
});

test('an answer in time is returned, and no timer is left', async () => {
  const jpeg = new Blob(['jpeg']);
  expect(
    await toJpeg(
      canvasOf(async () => jpeg),
      1,
    ),
  ).toBe(jpeg);
  expect(vi.getTimerCount()).toBe(0);
});
