import { describe, expect, test } from 'vitest';
import { DEFAULT_CLASSIFICATIONS } from '#domain/codes/classifications.ts';
import { fallbackIntakes, intakeQueries, nextYearQuery, publishedIn, selectIntakes } from '#domain/intakes/intakes.ts';

describe('the intake query sequence', () => {
  test('is exact, without targetfor, campus and year with VET, International target, year only', () => {
    expect(intakeQueries(2026)).toEqual([
      { campusid: '1', year: '2026', courseid: 'CPC50220', coursetype: 'VET', targetfor: 'Both' },
      { campusid: '1', year: '2026', courseid: 'CPC50220', coursetype: 'VET' },
      { campusid: '1', year: '2026', coursetype: 'VET' },
      { campusid: '1', year: '2026', courseid: 'CPC50220', coursetype: 'VET', targetfor: 'International' },
      { year: '2026' },
    ]);
  });
  test("next year's CPC50220 VET intakes are added", () => {
    expect(nextYearQuery(2026)).toEqual({ campusid: '1', year: '2027', courseid: 'CPC50220', coursetype: 'VET' });
  });
});

describe('the intakes kept', () => {
  const TODAY = '2026-06-15';
  const record = (IntakeDate: unknown, more = {}) => ({
    CampusId: 1,
    CampusName: 'Melbourne',
    CourseId: 'CPC50220',
    CourseName: 'Diploma of Building and Construction (Building)',
    CourseType: 'VET',
    IntakeYear: 2026,
    IntakeDate,
    IsPublished: true,
    ...more,
  });
  const choices = (...records: unknown[]) =>
    selectIntakes(records, TODAY, 'Australia/Melbourne').map(({ choice }) => choice);
  const values = (...records: unknown[]) => choices(...records).map(({ value }) => value);

  test('are in the future, sorted ascending', () => {
    const found = values(
      record('2027-04-08T00:00:00'),
      record('2026-08-04'),
      record('2026-06-15T00:00:00'),
      record('2026-06-16T23:59:59'),
      record('2025-01-13'),
    );
    expect(found).toEqual(['2026-06-16', '2026-08-04', '2027-04-08']);
  });
  test('are labelled by a long en-AU date and the course name, and end 462 days later', () => {
    expect(choices(record('2026-08-04T00:00:00'))).toEqual([
      {
        value: '2026-08-04',
        label: '4 August 2026 - Diploma of Building and Construction (Building)',
        startDate: '2026-08-04',
        finishDate: '2027-11-09',
        courseName: 'Diploma of Building and Construction (Building)',
        campusId: 1,
      },
    ]);
  });
  const otherCourse = { CourseId: 'CPC40120', CourseName: 'Certificate IV' };
  test('are one a date, CPC50220 before other courses', () => {
    const atOtherCampus = record('2026-08-04', { CampusId: 2 });
    const [intake, ...more] = choices(record('2026-08-04', otherCourse), atOtherCampus, atOtherCampus);
    expect([intake?.courseName, more]).toEqual(['Diploma of Building and Construction (Building)', []]);
    expect(choices(record('2026-08-04', otherCourse))[0]?.courseName).toBe('Certificate IV');
  });
  test('are of CPC50220 at campus 1 alone, if that has any', () => {
    const others = [record('2026-09-01', otherCourse), record('2026-10-01', { CampusId: 2 })];
    expect(values(...others, record('2026-08-04'))).toEqual(['2026-08-04']);
    expect(values(...others)).toEqual(['2026-09-01', '2026-10-01']);
  });
  test('are published, which an intake without the mark is', () => {
    const marked = [record('2026-08-04', { IsPublished: false }), record('2026-09-01', { IsPublished: undefined })];
    expect(publishedIn([...marked, null, record('2026-10-01')])).toEqual([marked[1], record('2026-10-01')]);
  });
  test.each([
    ['in UTC', '2027-01-12T13:00:00Z', '2027-01-13'],
    ['with milliseconds', '2027-01-12T13:00:00.000Z', '2027-01-13'],
    ["with the college's offset", '2027-01-13T00:00:00+11:00', '2027-01-13'],
    ['with seven decimals', '2027-01-13T00:00:00.0000000+11:00', '2027-01-13'],
    ['with another offset', '2027-01-13T00:00:00+14:00', '2027-01-12'],
    ['without an offset', '2027-01-13T23:30:00', '2027-01-13'],
  ])('have the calendar day of the college: %s', (_, written, day) => {
    const [found] = selectIntakes([record(written)], TODAY, 'Australia/Melbourne');
    expect(found).toMatchObject({ written, choice: { value: day, startDate: day } });
  });
  test('are what they should be: odd records are left out', () => {
    const odd = [null, 7, 'x', {}, [], record('soon'), record(null), record('2026-02-30'), record(1_790_000_000)];
    expect(values(...odd, record('2026-08-04', { CourseName: null, CampusId: 'x' }))).toEqual(['2026-08-04']);
  });
});

describe('the fallback intakes', () => {
  const dates = (today: string) => fallbackIntakes(today).map((intake) => intake.value);

  test('are Jan 13, Apr 8, Aug 4, Nov 17 this year and Jan 13, Apr 8 next year, future only', () => {
    const all = ['2026-01-13', '2026-04-08', '2026-08-04', '2026-11-17', '2027-01-13', '2027-04-08'];
    expect(dates('2026-01-01')).toEqual(all);
    expect(dates('2026-06-15')).toEqual(all.slice(2));
    expect(dates('2026-11-17')).toEqual(all.slice(4));
  });
  test('are labelled like the live ones', () => {
    expect(fallbackIntakes('2026-06-15')[0]?.label).toBe(
      '4 August 2026 - Diploma of Building and Construction (Building)',
    );
  });
});

describe('the built-in classifications', () => {
  test.each(Object.entries(DEFAULT_CLASSIFICATIONS))('%s has values that differ, each with a label', (_, options) => {
    expect(options.length).toBeGreaterThan(1);
    expect(new Set(options.map((option) => option.value)).size).toBe(options.length);
    expect(options.every((option) => option.value !== '' && option.label !== '')).toBe(true);
  });
});
