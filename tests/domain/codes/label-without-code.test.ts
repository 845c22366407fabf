import { expect, test } from 'vitest';
import { labelWithoutCode } from '#domain/codes/label-without-code.ts';

test.each([
  { label: '12 - Year 12', code: '12', expected: 'Year 12' },
  { label: '01: Full-time employee', code: '01', expected: 'Full-time employee' },
  { label: '@@ – Not Specified', code: '@@', expected: 'Not Specified' },
  { label: 'A-B: Agriculture', code: 'A-B', expected: 'Agriculture' },
  { label: 'Year 12', code: '12', expected: 'Year 12' },
  { label: '12 apprentices', code: '12', expected: '12 apprentices' },
  { label: '12', code: '12', expected: '12' },
  { label: '12 - ', code: '12', expected: '12 - ' },
])("the label '$label' of the code '$code' reads '$expected'", ({ label, code, expected }) => {
  expect(labelWithoutCode(label, code)).toBe(expected);
});
