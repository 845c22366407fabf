import { describe, expect, test } from 'vitest';
import type { Condition, Form } from '#domain/form/form.ts';
import { conditionHolds, fieldsNamedIn, visibleFields } from '#domain/form/visible.ts';
import { TODAY } from '../support/applications.ts';

const is = (field: string, value: string): Condition => ({ field, is: value });
const reading = (answers: Record<string, string>) => (field: string) => answers[field] ?? '';

describe('a condition is data', () => {
  test.each<[string, Condition, boolean, boolean, boolean, boolean]>([
    // what it says, and whether it holds for (a, b) = (no, no), (no, yes), (yes, no), (yes, yes)
    ['is', is('a', 'yes'), false, false, true, true],
    ['in', { field: 'a', in: ['yes', 'maybe'] }, false, false, true, true],
    ['all', { all: [is('a', 'yes'), is('b', 'yes')] }, false, false, false, true],
    ['all of none', { all: [] }, true, true, true, true],
    ['nested', { all: [is('a', 'yes'), { all: [is('b', 'no')] }] }, false, false, true, false],
  ])('%s', (_, condition, ...expected) => {
    const pairs = [
      { a: 'no', b: 'no' },
      { a: 'no', b: 'yes' },
      { a: 'yes', b: 'no' },
      { a: 'yes', b: 'yes' },
    ];
    expect(pairs.map((pair) => conditionHolds(condition, reading(pair)))).toEqual(expected);
  });
  test('names its fields', () => {
    expect(fieldsNamedIn({ all: [is('a', 'x'), { all: [is('b', 'x')] }, { field: 'c', in: [] }] })).toEqual([
      'a',
      'b',
      'c',
    ]);
  });
});

describe('visibility', () => {
  const field = (name: string, when?: Condition) =>
    ({ name, kind: 'text', step: 's', section: 's', label: name, rules: [], ...(when && { when }) }) as const;
  const chain: Form = {
    id: 'chain',
    steps: [{ id: 's', title: 'S' }],
    sections: [{ id: 's', title: 'S', step: 's' }],
    fields: [field('a'), field('b', is('a', 'yes')), field('c', is('b', 'yes')), field('d', is('c', ''))],
  };
  const shown = (answers: Record<string, string>) =>
    visibleFields(chain, answers, { today: TODAY }).map(({ name }) => name);

  test('follows the chain of conditions to its start', () => {
    expect(shown({ a: 'yes', b: 'yes', c: 'yes' })).toEqual(['a', 'b', 'c']);
    expect(shown({ a: 'no', b: 'yes', c: 'yes' })).toEqual(['a', 'd']);
  });
  test('an answer that is no text counts as none', () => {
    expect(visibleFields(chain, { a: ['yes'] }, { today: TODAY }).map(({ name }) => name)).toEqual(['a', 'd']);
  });
});
