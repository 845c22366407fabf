import { expect, test } from 'vitest';
import { isLockKey } from '#features/shared-computer/lock-request.ts';
import { newPassphraseFaults } from '#features/shared-computer/passphrase-faults.ts';

const judged = (fields: Record<string, string>, isBoxAsked = true) =>
  newPassphraseFaults((name) => fields[name] ?? '', isBoxAsked);
const GOOD = { chosen: 'correct horse', again: 'correct horse', understood: 'yes' };

test('takes twelve characters, typed twice, with a confirmed understanding of what forgetting means', () => {
  expect(judged(GOOD)).toEqual({});
  expect(judged({ ...GOOD, chosen: 'twelve chars', again: 'twelve chars' })).toEqual({});
});

test.each([
  [{ chosen: 'eleven char', again: 'eleven char' }, { chosen: 'Please use at least 12 characters' }],
  // As people count: six letters of two units each are six.
  [{ chosen: '😀😀😀😀😀😀', again: '😀😀😀😀😀😀' }, { chosen: 'Please use at least 12 characters' }],
  [{ again: 'correct horses' }, { again: 'The two are not the same. Please type it again' }],
  [{ understood: '' }, { understood: 'Please confirm that you have understood this' }],
])('refuses %o', (change, faults) => expect(judged({ ...GOOD, ...change })).toEqual(faults));

test('asks for no box where the passphrase is changed', () =>
  expect(judged({ chosen: GOOD.chosen, again: GOOD.again }, false)).toEqual({}));

const F2 = {
  key: 'F2',
  shiftKey: true,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  isComposing: false,
  repeat: false,
};
test('Shift and F2 lock, and no other key', () => {
  expect(isLockKey(F2)).toBe(true);
  for (const other of [{ shiftKey: false }, { key: 'F8' }, { ctrlKey: true }, { altKey: true }, { metaKey: true }])
    expect(isLockKey({ ...F2, ...other }), JSON.stringify(other)).toBe(false);
});
