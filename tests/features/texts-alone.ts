import { afterEach, expect } from 'vitest';
import { watchTexts } from '../support/watch-texts.ts';

const reported: string[] = [];

// Some files need no document, and have none.
if (typeof document !== 'undefined') watchTexts((trouble) => reported.push(trouble));

/** What was reported since the last test, for a test that answers for it. */
export const takeLooseTexts = (): readonly string[] => reported.splice(0);

afterEach(() => {
  expect(takeLooseTexts()).toEqual([]);
});
