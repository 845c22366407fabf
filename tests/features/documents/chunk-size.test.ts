import { describe, expect, test } from 'vitest';
import { makeChunkSize } from '#features/documents/upload.ts';

const KIB = 1024;

/** Sizes in KiB, each as it was after one request on a link of so many KiB a second. */
function sizesOn(kibPerSecond: number, requests: number, chunk = makeChunkSize()): readonly number[] {
  return Array.from({ length: requests }, () => {
    chunk.arrived(chunk.bytes, (chunk.bytes / (kibPerSecond * KIB)) * 1000);
    return chunk.bytes / KIB;
  });
}

describe('the size of a chunk', () => {
  test('begins at half a megabyte and doubles while requests go quickly, up to 16 MB', () => {
    expect(makeChunkSize().bytes).toBe(512 * KIB);
    expect(sizesOn(100_000, 7)).toEqual([1024, 2048, 4096, 8192, 16_384, 16_384, 16_384]);
  });

  test('settles where a request takes two to eight seconds', () => {
    const settled = sizesOn(500, 8).at(-1) ?? 0;
    expect(settled / 500).toBeGreaterThanOrEqual(2);
    expect(settled / 500).toBeLessThanOrEqual(8);
    const chunk = makeChunkSize(16_384 * KIB);
    expect(sizesOn(500, 8, chunk).at(-1)).toBe(2048);
  });

  test('of a link that is slow and sound is never less than 256 KB', () => {
    expect(sizesOn(5, 5)).toEqual([256, 256, 256, 256, 256]);
  });

  test('halves whenever a request breaks, down to 64 KB, and grows again', () => {
    const chunk = makeChunkSize();
    const broken = Array.from({ length: 5 }, () => {
      chunk.broke();
      return chunk.bytes / KIB;
    });
    expect(broken).toEqual([256, 128, 64, 64, 64]);
    expect(sizesOn(5, 2, chunk)).toEqual([64, 64]);
    expect(sizesOn(10_000, 3, chunk)).toEqual([128, 256, 512]);
  });

  test('stays below what something on the way has refused, and says when there is nothing smaller to try', () => {
    const chunk = makeChunkSize(2048 * KIB);
    expect(chunk.refused(2048 * KIB)).toBe(true);
    expect(chunk.bytes).toBe(1024 * KIB);
    expect(sizesOn(100_000, 2, chunk)).toEqual([1024, 1024]);
    // The end of a file that is smaller than a chunk.
    expect(chunk.refused(200 * KIB)).toBe(true);
    expect(chunk.bytes).toBe(100 * KIB);
    expect(chunk.refused(100 * KIB)).toBe(true);
    expect(chunk.bytes).toBe(64 * KIB);
    expect(chunk.refused(64 * KIB)).toBe(false);
    expect(sizesOn(100_000, 2, chunk)).toEqual([64, 64]);
  });

  test('does not change with the end of a file, which is quick on any link', () => {
    const chunk = makeChunkSize();
    chunk.arrived(1000, 1);
    expect(chunk.bytes).toBe(512 * KIB);
  });
});
