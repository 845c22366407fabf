import { beforeEach, describe, expect, test } from 'vitest';
import { forgetUnsent, listSent, listUnsent, noteUnsent } from '#features/submission/sent-notes.ts';
import { entryOf } from '../submission/outbox/entries.ts';

const NOW = Date.UTC(2026, 4, 17, 4, 3);
const DAY = 24 * 60 * 60_000;
const sent = (applicant: string, at: number) => ({ id: applicant, applicant, documents: [], at });
const stored = () => JSON.stringify({ ...localStorage });

beforeEach(() => localStorage.clear());

describe('the note of an application that was sent', () => {
  test('is removed from the device after 24 hours, the name in it too, and not only passed over', () => {
    localStorage.setItem('sent-applications', JSON.stringify([sent('Young', NOW - DAY + 1), sent('Old', NOW - DAY)]));
    expect(listSent(NOW).map(({ applicant }) => applicant)).toEqual(['Young']);
    expect(stored()).not.toContain('Old');
    expect(listSent(NOW + 1)).toEqual([]);
    expect(localStorage).toHaveLength(0);
  });

  test('made while the clock stood in 2036 has 24 hours from now on, and no years', () => {
    localStorage.setItem('sent-applications', JSON.stringify([sent('Ahead', Date.UTC(2036, 0, 1))]));
    expect(listSent(NOW)).toHaveLength(1);
    expect(listSent(NOW + DAY - 1)).toHaveLength(1);
    expect(listSent(NOW + DAY)).toEqual([]);
    expect(stored()).not.toContain('Ahead');
  });

  test.each([
    ['another version wrote', JSON.stringify([{ person: 'Amelia' }, sent('Known', NOW)]), ['Known']],
    ['is torn', '[{"applicant":"Amelia', []],
    ['is no list', '{"applicant":"Amelia"}', []],
  ])('that %s is removed, since its age is unknown', (_what, text, left) => {
    localStorage.setItem('sent-applications', text);
    expect(listSent(NOW).map(({ applicant }) => applicant)).toEqual(left);
    expect(stored()).not.toContain('Amelia');
  });
});

describe('the note of a confirmed application that was given up', () => {
  test('stays until the person has read it, 24 hours at most', () => {
    noteUnsent(entryOf('Amelia', 1, NOW - 8 * DAY), NOW);
    expect(listUnsent(NOW + DAY - 1)).toMatchObject([{ applicant: 'Amelia', confirmedAt: NOW - 8 * DAY }]);
    expect(listUnsent(NOW + DAY)).toEqual([]);
    expect(localStorage).toHaveLength(0);
    noteUnsent(entryOf('Amelia', 1, NOW - 8 * DAY), NOW);
    forgetUnsent();
    expect(localStorage).toHaveLength(0);
  });
});
