import { afterEach, expect } from 'vitest';
import { watchTexts } from '../support/watch-texts.ts';

const reported: string[] = [];

// Some files have no document.
if (typeof document !== 'undefined') watchTexts((trouble) => reported.push(trouble));

/** The reports since the last test, for a test that expects them. */
export const takeLooseTexts = (): readonly string[] => reported.splice(0);

afterEach(() => {
  expect(takeLooseTexts()).toEqual([]);
});
