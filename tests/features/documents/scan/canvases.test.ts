// @vitest-environment node
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Canvases, type Surface, withLimits } from '#features/documents/scan/engine/canvases.ts';
import { canDrawInWorker } from '#features/documents/scan/engine/worker-canvases.ts';

const never = () => new Promise<never>(() => {});
const surface = { width: 1, height: 1 } as Surface;
const silent: Canvases = { decode: never, surface: () => surface, toJpeg: never, pause: async () => {} };
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
    ['when a canvas is to be a JPEG', () => withLimits(silent).toJpeg(surface, 1)],
    ['when a picture is to be decoded', () => withLimits(silent).decode(new Blob())],
  ])('%s is waited for twenty seconds', async (_when, ask) => {
    const seen = watch(ask());
    await vi.advanceTimersByTimeAsync(19_999);
    expect(seen).toEqual({});
    await vi.advanceTimersByTimeAsync(1);
    expect(seen.end).toBe('Error: the browser does not answer');
  });

  test('in a worker counts as one whose workers cannot draw: the page draws itself', async () => {
    class SilentCanvas {
      getContext = () => ({});
      convertToBlob = never;
    }
    vi.stubGlobal('OffscreenCanvas', SilentCanvas);
    const seen = watch(canDrawInWorker());
    await vi.advanceTimersByTimeAsync(5000);
    expect(seen.end).toBe(false);
  });
});

test('an answer in time is given on, and no timer is left', async () => {
  const jpeg = new Blob(['jpeg']);
  expect(await withLimits({ ...silent, toJpeg: async () => jpeg }).toJpeg(surface, 1)).toBe(jpeg);
  expect(vi.getTimerCount()).toBe(0);
});
