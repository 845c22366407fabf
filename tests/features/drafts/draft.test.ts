import { describe, expect, test } from 'vitest';
import { type Draft, expiryOf, isExpired, newDraft, newerOf, readDraft, studentName } from '#features/drafts/draft.ts';

/** How long a draft is kept: 24 hours. */
const DAY = 24 * 60 * 60 * 1000;
const NOW = Date.UTC(2026, 4, 17, 4, 3);
const draft: Draft = {
  ...newDraft('0f8fad5b-d9cb-469f-a165-70867728950e', 'direct', NOW, { firstName: 'Amelia', agreeToTerms: true }),
  revision: 7,
};

test('a draft lives 24 hours from its last change, and not a moment longer', () => {
  const end = NOW + 24 * 60 * 60 * 1000;
  expect(expiryOf(draft)).toBe(end);
  expect([isExpired(draft, end - 1), isExpired(draft, end)]).toEqual([false, true]);
});

describe('a saved draft', () => {
  test('reads back as it was written', () => {
    expect(readDraft(structuredClone(draft))).toEqual(draft);
  });

  test.each([
    ['nothing', null],
    ['text', 'half a JS'],
    ['an empty object', {}],
    ['a newer version of the page', { ...draft, schema: 3 }],
    ['an older version without a way up', { ...draft, schema: 0 }],
    ['a step that does not exist', { ...draft, step: 5 }],
    ['answers that are no answers', { ...draft, answers: { firstName: { nested: true } } }],
    ['a moment that is none', { ...draft, changedAt: Number.NaN }],
    ['a moment that no calendar has', { ...draft, changedAt: 1e300 }],
    ['an id that is no UUID', { ...draft, id: '../other' }],
  ])('cannot be read from %s', (_what, saved) => {
    expect(readDraft(saved)).toBeUndefined();
  });

  test('lives 24 hours from the last change', () => {
    expect(isExpired(draft, NOW + DAY - 1)).toBe(false);
    expect(isExpired(draft, NOW + DAY)).toBe(true);
  });

  test('of two copies the higher revision wins, regardless of the clocks', () => {
    const later = { ...draft, changedAt: NOW + 60_000, revision: 6 };
    expect(newerOf(draft, later)).toBe(draft);
    expect(newerOf(later, draft)).toBe(draft);
    expect(newerOf(undefined, later)).toBe(later);
  });

  test('is known by the name typed so far', () => {
    expect(studentName({ firstName: ' Amelia ', familyName: "O'Brien" })).toBe("Amelia O'Brien");
    expect(studentName({ familyName: 'Zhang' })).toBe('Zhang');
    expect(studentName({})).toBe('');
  });
});
