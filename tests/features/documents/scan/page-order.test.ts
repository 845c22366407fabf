import { describe, expect, test } from 'vitest';
import { moveItem, placeByKey } from '#features/documents/scan/page-order.ts';

describe('the order of pages', () => {
  test.each([
    ['an earlier place', 2, 0, ['c', 'a', 'b', 'd']],
    ['a later place', 0, 2, ['b', 'c', 'a', 'd']],
    ['its own place', 1, 1, ['a', 'b', 'c', 'd']],
    ['a place beyond the end, which is the end', 1, 9, ['a', 'c', 'd', 'b']],
    ['a place before the beginning, which is the beginning', 2, -3, ['c', 'a', 'b', 'd']],
  ])('a page is moved to %s', (_where, from, to, order) => {
    expect(moveItem(['a', 'b', 'c', 'd'], from, to)).toEqual(order);
  });

  test.each([
    ['ArrowUp', 1],
    ['ArrowLeft', 1],
    ['ArrowDown', 3],
    ['ArrowRight', 3],
    ['Home', 0],
    ['End', 4],
    ['Tab', undefined],
  ])('the key %s moves the third of five pages to %s', (key, place) => {
    expect(placeByKey(key, 2, 5)).toBe(place);
  });

  test('keys do not lead beyond the ends', () => {
    expect([placeByKey('ArrowUp', 0, 5), placeByKey('ArrowDown', 4, 5)]).toEqual([0, 4]);
  });
});
