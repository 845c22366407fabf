import { describe, expect, test } from 'vitest';
import { checkShape } from '#domain/payload/shape.ts';
import { checkWorkflowText } from '#features/dev-tools/check-workflow.ts';
import { INVALID_EXAMPLE, VALID_EXAMPLE } from '#features/dev-tools/examples.ts';

describe('workflow JSON validator', () => {
  test('the valid example is in order', () => {
    expect(checkWorkflowText(JSON.stringify(VALID_EXAMPLE))).toEqual({ kind: 'valid' });
  });

  test('each problem says its path, what was expected and what was found', () => {
    const verdict = checkWorkflowText(JSON.stringify(INVALID_EXAMPLE));
    expect(verdict.kind === 'invalid' && verdict.problems).toEqual([
      { path: 'LastName', expected: 'text that is not empty', found: 'nothing' },
      { path: 'DoB', expected: 'a date-time', found: '"17 May 2001"' },
      { path: 'ComplianceAndOtherInfo.PassportNumber', expected: 'text that is not empty', found: '""' },
      { path: 'ComplianceAndOtherInfo.IsAboriginal', expected: 'true or false', found: '"No"' },
      { path: 'ComplianceAndOtherInfo.EngTestOverallScore', expected: 'a number or null', found: '"6.5"' },
      { path: 'AppliedCourses', expected: 'a list of 1', found: 'a list of 0' },
      { path: 'FavouriteColour', expected: 'no such key', found: '"green"' },
    ]);
  });

  test('the offer checks are named in the words of the specification', () => {
    const verdict = checkWorkflowText(JSON.stringify({ ComplianceAndOtherInfo: {} }));
    expect(verdict.kind === 'invalid' && verdict.offerChecks).toEqual([
      'First Name is required',
      'Last Name is required',
      'Email is required',
      'Date of Birth is required',
      'Country of Birth is required',
      'Nationality is required',
      'Passport Number is required',
    ]);
  });

  test('text that is no JSON is said to be none', () => {
    expect(checkWorkflowText('{"OfferId": ')).toMatchObject({ kind: 'not-json' });
  });

  test.each([['[]'], ['null'], ['"text"'], ['7']])('%s is no workflow JSON', (text) => {
    expect(checkWorkflowText(text)).toMatchObject({
      kind: 'invalid',
      problems: [{ path: '', expected: 'an object' }],
    });
  });
});

test('a list of lists is checked to its items', () => {
  const shape = { listOf: { object: { Code: { is: 'text' } } } } as const;
  expect(checkShape(shape, [{ Code: 'A' }, { Code: 5 }])).toEqual([
    { path: '[1].Code', expected: 'text that is not empty', found: '5' },
  ]);
});
