import { describe, expect, it } from 'vitest';
import { scrollInto, visibleRows } from '#features/agents/visible-rows.ts';

const SIGHT = { scrolled: 0, height: 360, row: 90, count: 10_000, active: -1 };

describe('the rows in the document', () => {
  it('are those in sight and four more on either side', () => {
    expect(visibleRows(SIGHT)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(visibleRows({ ...SIGHT, scrolled: 90_045 })).toEqual(Array.from({ length: 13 }, (_none, at) => 996 + at));
  });
  it('end with the list', () => {
    expect(visibleRows({ ...SIGHT, scrolled: 9_996 * 90 }).at(-1)).toBe(9_999);
    expect(visibleRows({ ...SIGHT, count: 2 })).toEqual([0, 1]);
    expect(visibleRows({ ...SIGHT, count: 0 })).toEqual([]);
  });
  it('are the last ones while a list that has become short is still scrolled', () => {
    expect(visibleRows({ ...SIGHT, scrolled: 90_000, count: 3 })).toEqual([0, 1, 2]);
  });
  it('have the active one among them, once, wherever the list is scrolled', () => {
    expect(visibleRows({ ...SIGHT, active: 2 }).filter((index) => index === 2)).toHaveLength(1);
    expect(visibleRows({ ...SIGHT, scrolled: 9000, active: 0 })[0]).toBe(0);
    expect(visibleRows({ ...SIGHT, active: 500 }).at(-1)).toBe(500);
    expect(visibleRows({ ...SIGHT, count: 3, active: 5 })).toEqual([0, 1, 2]);
  });
});

describe('bringing a row into sight', () => {
  it('scrolls as little as needed', () => {
    expect(scrollInto(2, SIGHT)).toBe(0);
    expect(scrollInto(4, SIGHT)).toBe(90);
    expect(scrollInto(9_999, SIGHT)).toBe(9_996 * 90);
    expect(scrollInto(3, { ...SIGHT, scrolled: 900 })).toBe(270);
  });
});
