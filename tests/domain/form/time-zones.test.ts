import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  addDays,
  dateIn,
  dateInWords,
  isCalendarDate,
  localDate,
  midnightUtc,
  todayAnywhere,
  todayOf,
  yearsBefore,
} from '#domain/form/calendar.ts';
import { validate } from '#domain/form/validate.ts';
import { visibleAnswers } from '#domain/form/visible.ts';
import { selectIntakes } from '#domain/intakes/intakes.ts';
import { studentForm } from '#domain/student/form.ts';
import { toCricosOffer } from '#domain/student/to-cricos-offer.ts';
import offerMaximal from '../../fixtures/payloads/offer-maximal.json' with { type: 'json' };
import { DIRECT, MAXIMAL } from '../support/applications.ts';

/** Five zones around the date line, and what date it is there at one and the same moment. */
const MOMENT = new Date('2026-06-15T10:30:00.000Z');
const ZONES = [
  ['Pacific/Kiritimati', '2026-06-16'], // UTC+14
  ['Pacific/Apia', '2026-06-15'], // UTC+13, 23:30
  ['Pacific/Auckland', '2026-06-15'], // UTC+12 in winter
  ['Pacific/Honolulu', '2026-06-15'], // UTC-10, 00:30
  ['Pacific/Pago_Pago', '2026-06-14'], // UTC-11, 23:30
] as const;

describe.each(ZONES)('in %s', (zone, date) => {
  let before: string | undefined;
  beforeEach(() => {
    before = process.env.TZ;
    process.env.TZ = zone;
  });
  afterEach(() => {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  });

  test(`today is ${date} in the visitor's calendar`, () => {
    expect(localDate(MOMENT)).toBe(date);
    expect(todayOf(MOMENT)).toEqual({ earliest: date, latest: date });
    expect(dateIn(MOMENT, zone)).toBe(date);
  });

  test('the visitor is judged by that date, to the day', () => {
    const context = { ...DIRECT, today: todayOf(MOMENT) };
    const errors = (answers: object) => validate(studentForm, { ...MAXIMAL, ...answers }, context);
    expect(errors({ engTestDate: date })).toEqual({});
    expect(errors({ engTestDate: addDays(date, 1) })).toEqual({ engTestDate: 'Test date cannot be in the future' });
    expect(errors({ passportExpiryDate: addDays(date, 1) })).toEqual({});
    expect(errors({ passportExpiryDate: date })).toEqual({
      passportExpiryDate: 'Passport expiry date must be in the future',
    });
    expect(errors({ dateOfBirth: yearsBefore(date, 10) })).toEqual({});
    expect(errors({ dateOfBirth: addDays(yearsBefore(date, 10), 1) })).toEqual({
      dateOfBirth: 'Date of Birth must be at least 10 years ago',
    });
  });

  test('the server accepts every date that the page of a visitor accepts', () => {
    const visitor = todayOf(MOMENT);
    const server = { ...DIRECT, today: todayAnywhere(MOMENT) };
    const answers = {
      ...MAXIMAL,
      engTestDate: visitor.latest,
      passportExpiryDate: addDays(visitor.earliest, 1),
      dateOfBirth: yearsBefore(visitor.latest, 10),
      selectedIntake: addDays(visitor.earliest, 1),
    };
    expect(validate(studentForm, answers, { ...DIRECT, today: visitor })).toEqual({});
    expect(validate(studentForm, answers, server)).toEqual({});
  });

  test('no date is shifted in a payload', () => {
    const facts = {
      offerId: 'OFFER_20260615_103000123',
      now: new Date('2026-06-15T00:30:00.123Z'),
      timeZone: 'Australia/Melbourne',
    };
    expect(toCricosOffer(visibleAnswers(studentForm, MAXIMAL, DIRECT), facts)).toEqual(offerMaximal);
    expect(dateInWords('2026-12-31')).toBe('31 December 2026');
    const record = { IntakeDate: '2027-01-13T00:00:00', CourseId: 'CPC50220' };
    const [intake] = selectIntakes([record], '2026-06-15', 'Australia/Melbourne');
    expect(intake?.choice).toMatchObject({ value: '2027-01-13', finishDate: '2028-04-19' });
  });
});

describe('today on the server', () => {
  test('is any date of a time zone on earth: from UTC-12 to UTC+14', () => {
    expect(todayAnywhere(MOMENT)).toEqual({ earliest: '2026-06-14', latest: '2026-06-16' });
    expect(todayAnywhere(new Date('2026-06-15T12:00:00Z'))).toEqual({ earliest: '2026-06-15', latest: '2026-06-16' });
    expect(todayAnywhere(new Date('2026-06-15T11:59:59Z'))).toEqual({ earliest: '2026-06-14', latest: '2026-06-16' });
    expect(todayAnywhere(new Date('2026-06-15T09:59:59Z'))).toEqual({ earliest: '2026-06-14', latest: '2026-06-15' });
  });
});

describe('calendar dates', () => {
  test('are those that exist', () => {
    expect(['2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'].map(isCalendarDate)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    for (const none of ['2023-02-29', '1900-02-29', '2026-13-01', '2026-00-10', '2026-06-31', '2026-6-1', '', 'x']) {
      expect(isCalendarDate(none)).toBe(false);
    }
  });
  test('are counted in days over leap years and clock changes', () => {
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2026-04-04', 2)).toBe('2026-04-06');
    expect(addDays('2027-01-13', -1)).toBe('2027-01-12');
  });
  test('go out as midnight UTC', () => {
    expect(midnightUtc('2001-05-17')).toBe('2001-05-17T00:00:00.000Z');
  });
});
