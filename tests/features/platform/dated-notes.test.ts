import { beforeEach, describe, expect, test } from 'vitest';
import { dismissUnsent, listUnsent, saveUnsent } from '#features/submission/sent-records.ts';
import { entryOf } from '../submission/outbox/entries.ts';

const NOW = Date.UTC(2026, 4, 17, 4, 3);
const DAY = 24 * 60 * 60_000;

beforeEach(() => localStorage.clear());

describe('the note of a confirmed application that was given up', () => {
  test('stays until the person has read it, 24 hours at most', () => {
    saveUnsent(entryOf('Amelia', 1, NOW - 8 * DAY), NOW);
    expect(listUnsent(NOW + DAY - 1)).toMatchObject([{ applicant: 'Amelia', confirmedAt: NOW - 8 * DAY }]);
    expect(listUnsent(NOW + DAY)).toEqual([]);
    expect(localStorage).toHaveLength(0);
    saveUnsent(entryOf('Amelia', 1, NOW - 8 * DAY), NOW);
    dismissUnsent();
    expect(localStorage).toHaveLength(0);
  });
});
