import { describe, expect, test } from 'vitest';
import type { Answers } from '#domain/form/form.ts';
import { leavesOf, traceSources } from '#features/dev-tools/trace-sources.ts';

const map = ({ firstName, familyName, hasPostal, suburb }: Answers) => ({
  Name: [firstName, familyName].filter(Boolean).join(' '),
  Postal: hasPostal === 'Yes' ? { Type: 'Postal', Suburb: suburb ?? null } : null,
  Course: 'CPC50220',
  Disabilities: [],
});

describe('JSON preview: each value with the answer it came from', () => {
  const answers = { firstName: 'Linh', familyName: 'Tran', hasPostal: 'Yes', suburb: 'Carlton' };
  const sources = Object.fromEntries(traceSources(map, answers).map(({ path, sources }) => [path, sources]));

  test('a value joined from two answers names both', () => {
    expect(sources.Name).toEqual(['firstName', 'familyName']);
  });
  test('an answer that a condition lets through is named before the condition', () => {
    expect(sources['Postal.Suburb']).toEqual(['suburb', 'hasPostal']);
    expect(sources['Postal.Type']).toEqual(['hasPostal']);
  });
  test('a constant has no source', () => {
    expect(sources.Course).toEqual([]);
    expect(sources.Disabilities).toEqual([]);
  });
  test('values stand in the order of the document', () => {
    expect(Object.keys(sources)).toEqual(['Name', 'Postal.Type', 'Postal.Suburb', 'Course', 'Disabilities']);
  });
});

test('a document is taken apart into paths and values', () => {
  expect([...leavesOf({ a: [{ b: 1 }, 2], c: {}, d: null })]).toEqual([
    ['a[0].b', 1],
    ['a[1]', 2],
    ['c', {}],
    ['d', null],
  ]);
});
