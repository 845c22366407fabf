import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readAnswers } from '#domain/form/read-answers.ts';
import { studentForm } from '#domain/student/form.ts';
import { MAXIMAL } from '../support/applications.ts';

const read = (input: unknown) => readAnswers(studentForm, input);
const problems = (input: unknown) => {
  const result = read(input);
  return result.ok ? {} : result.problems;
};

describe('answers from the wire', () => {
  test('are taken as they are', () => {
    expect(read(MAXIMAL)).toEqual({ ok: true, answers: MAXIMAL });
    expect(read({})).toEqual({ ok: true, answers: {} });
  });
  test('a score may be a number, nothing else may', () => {
    expect(problems({ listeningScore: 6.5 })).toEqual({});
    expect(problems({ postcode: 3000 })).toEqual({ postcode: 'This answer must be text' });
  });
  test('a tick is a boolean', () => {
    expect(problems({ agreeToTerms: false })).toEqual({});
    expect(problems({ agreeToTerms: 'true' })).toEqual({ agreeToTerms: 'This answer must be true or false' });
  });
  test('unknown names are refused, inherited ones among them', () => {
    const input = JSON.parse('{"nickname":"x","__proto__":"x","constructor":"x","toString":"x"}');
    const unknown = 'This form has no such field';
    expect(Object.entries(problems(input))).toEqual(
      ['nickname', '__proto__', 'constructor', 'toString'].map((name) => [name, unknown]),
    );
  });
  test('null, lists and objects are no answers', () => {
    for (const value of [null, [], {}, ['Mr']]) expect(problems({ title: value })).toHaveProperty('title');
  });
  test('a text may have 1000 characters', () => {
    expect(problems({ streetName: 'x'.repeat(1000) })).toEqual({});
    expect(problems({ streetName: 'x'.repeat(1001) })).toEqual({
      streetName: 'This answer cannot exceed 1000 characters',
    });
  });
  test.each([null, undefined, 'x', 7, true, []])('%j is no set of answers', (input) => {
    expect(read(input).ok).toBe(false);
  });
  test('reading never throws for any JSON', () => {
    fc.assert(fc.property(fc.jsonValue(), (input) => typeof read(input).ok === 'boolean'));
  });
});
