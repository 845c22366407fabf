import { describe, expect, test } from 'vitest';
import { arranged, bulkTargets, type DeskChoice } from '#features/desk/desk-order.ts';
import type { DeskStudent } from '#features/desk/desk-students.ts';

const NOW = Date.UTC(2026, 4, 17, 4, 3);
const HOUR = 60 * 60_000;
const one = (name: string, rest: Partial<DeskStudent> = {}): DeskStudent => ({
  id: name,
  name,
  facts: '',
  state: 'draft',
  words: '',
  isComplete: false,
  missing: 4,
  at: NOW,
  createdAt: NOW,
  endsAt: NOW + 24 * HOUR,
  canOpen: true,
  isInLine: false,
  handover: undefined,
  searched: name.toLowerCase(),
  ...rest,
});
const STUDENTS = [
  one('Ana', { at: NOW - 1, endsAt: NOW + 3 * HOUR }),
  one('Bo 10', { at: NOW - 2, isComplete: true, missing: 0, toCheck: 0 }),
  one('Bo 9', { at: NOW - 3, endsAt: NOW + 3 * HOUR + 1, missing: 1, toCheck: 2 }),
  one('Wei', { at: NOW - 4, state: 'waiting', isInLine: true, missing: 0, endsAt: NOW + 100 * HOUR }),
  one('Max', { at: NOW - 5, state: 'failed', missing: 0, endsAt: undefined }),
  one('Zoe', { at: NOW - 6, state: 'sent', missing: 0, endsAt: undefined, canOpen: false }),
  one('Kim', { at: NOW - 7, state: 'processing', missing: 0, endsAt: undefined }),
];
const names = (choice: Partial<DeskChoice>) =>
  arranged(STUDENTS, { text: '', filter: 'all', order: 'recent', ...choice }, NOW).map(({ name }) => name);

describe('the filters', () => {
  test.each([
    ['all', ['Ana', 'Bo 10', 'Bo 9', 'Wei', 'Max', 'Zoe', 'Kim']],
    ['draft', ['Ana', 'Bo 10', 'Bo 9']],
    ['complete', ['Bo 10']],
    ['ready', ['Bo 10']],
    ['check', ['Bo 9']],
    ['soon', ['Ana']],
    ['waiting', ['Wei']],
    ['failed', ['Max']],
    ['sent', ['Zoe', 'Kim']],
  ] as const)('%s shows %j', (filter, expected) => {
    expect(names({ filter })).toEqual(expected);
  });

  test('go together with the search', () => {
    expect(names({ filter: 'draft', text: 'bo' })).toEqual(['Bo 10', 'Bo 9']);
  });
});

describe('the orders', () => {
  test.each([
    ['recent', ['Ana', 'Bo 10', 'Bo 9', 'Wei', 'Max', 'Zoe', 'Kim']],
    ['name', ['Ana', 'Bo 9', 'Bo 10', 'Kim', 'Max', 'Wei', 'Zoe']],
    // What this device does not end comes last, as the last change has it.
    ['end', ['Ana', 'Bo 9', 'Bo 10', 'Wei', 'Max', 'Zoe', 'Kim']],
    // What was confirmed is no work any more.
    ['missing', ['Bo 10', 'Bo 9', 'Ana', 'Wei', 'Max', 'Zoe', 'Kim']],
  ] as const)('%s is %j', (order, expected) => {
    expect(names({ order })).toEqual(expected);
  });
});

describe('several at once', () => {
  test('are kept and deleted where they are drafts of this device, and submitted where nothing is missing', () => {
    const handedOver = one('Handed over', { isComplete: false, handover: 'taken' });
    const { own, complete } = bulkTargets([...STUDENTS, handedOver]);
    expect(own.map(({ name }) => name)).toEqual(['Ana', 'Bo 10', 'Bo 9']);
    expect(complete.map(({ name }) => name)).toEqual(['Bo 10']);
  });
});
