import { describe, expect, test } from 'vitest';
import { type Figure, row, verdictOf } from '#tests/bench/figure.ts';

const time = (value: number, more: Partial<Figure> = {}): Figure => ({ what: 'a save', value, unit: 'ms', ...more });

describe('a budget', () => {
  test.each([
    ['is kept at its limit', time(100, { budget: 100 }), 'kept'],
    ['is broken above its limit', time(101, { budget: 100 }), 'BROKEN'],
    ['of the least is kept at its limit', time(5, { budget: 5, atLeast: true }), 'kept'],
    ['of the least is broken below its limit', time(4.9, { budget: 5, atLeast: true }), 'BROKEN'],
    ['is compared with the ratio to a peer', time(30, { peer: { what: 'plain', value: 10 }, budget: 2 }), 'BROKEN'],
    ['is broken by a figure that is no number', time(Number.NaN, { budget: 100 }), 'BROKEN'],
    ['is not needed', time(1000), 'kept'],
  ] as const)('%s', (_title, figure, verdict) => {
    expect(verdictOf(figure)).toBe(verdict);
  });
});

describe('a known miss, which may be worse than noted by a quarter', () => {
  const slow = { budget: 100, knownMiss: { figure: 120, reason: 'the disk' } };
  const few = { budget: 0.4, atLeast: true, knownMiss: { figure: 0.32, reason: 'plain code' } };
  const ratio = (value: number) => time(value * 50, { peer: { what: 'plain', value: 50 }, ...few });
  test.each([
    ['does not fail as it was noted', time(120, slow), 'known miss'],
    ['does not fail when it is worse by a quarter', time(150, slow), 'known miss'],
    ['fails when it is worse by more', time(150.1, slow), 'BROKEN'],
    ['is kept when it is back within its budget', time(100, slow), 'kept'],
    ['of the least does not fail when it is worse by a quarter', ratio(0.24), 'known miss'],
    ['of the least fails when it is worse by more', ratio(0.239), 'BROKEN'],
    ['of the least is kept when it is back within its budget', ratio(0.4), 'kept'],
    ['fails where the figure is no number', time(Number.NaN, slow), 'BROKEN'],
  ] as const)('%s', (_title, figure, verdict) => {
    expect(verdictOf(figure)).toBe(verdict);
  });

  test('is shown with its reason', () => {
    expect(row(time(120, slow))).toContain('known miss (120 noted: the disk)');
    expect(row(time(200, slow))).toContain('BROKEN (120 noted: the disk)');
    expect(row(time(90, slow)).at(-1)).toBe('');
  });
});
