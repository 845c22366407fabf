import { describe, expect, test } from 'vitest';
import type { Answers } from '#domain/form/form.ts';
import { visibleAnswers } from '#domain/form/visible.ts';
import { checkOffer, fieldOfOfferKey } from '#domain/student/check-offer.ts';
import { studentForm } from '#domain/student/form.ts';
import { makeOfferIdSource, offerIdAt } from '#domain/student/offer-id.ts';
import { toCricosOffer } from '#domain/student/to-cricos-offer.ts';
import { DIRECT, MAXIMAL, MINIMAL } from '../support/applications.ts';

const offerOf = (answers: Answers) =>
  toCricosOffer(visibleAnswers(studentForm, answers, DIRECT), {
    offerId: 'OFFER_20260615_103000123',
    now: new Date('2026-06-15T00:30:00.123Z'),
  });
const without = (...names: string[]) =>
  Object.fromEntries(Object.entries(MINIMAL).filter(([name]) => !names.includes(name)));

describe('the seven offer checks', () => {
  test.each([
    ['firstName', 'First Name is required', 'FirstName'],
    ['familyName', 'Last Name is required', 'LastName'],
    ['email', 'Email is required', 'Email'],
    ['dateOfBirth', 'Date of Birth is required', 'DoB'],
    ['countryOfBirth', 'Country of Birth is required', 'ComplianceAndOtherInfo.CountryBirth'],
    ['nationality', 'Nationality is required', 'ComplianceAndOtherInfo.Nationality'],
    ['passportNumber', 'Passport Number is required', 'ComplianceAndOtherInfo.PassportNumber'],
  ])('without %s: %s', (field, message, technical) => {
    expect(checkOffer(offerOf(without(field)))).toEqual([{ field, message, technical }]);
  });
  test('list everything at once', () => {
    expect(checkOffer(offerOf({}))).toHaveLength(7);
  });
  test('say once what is missing, whichever way it is', () => {
    for (const nothing of [null, undefined, '']) {
      expect(checkOffer({ ...offerOf(MINIMAL), Email: nothing }).map((issue) => issue.message)).toEqual([
        'Email is required',
      ]);
    }
  });
  test('find nothing in a complete offer', () => {
    expect(checkOffer(offerOf(MINIMAL))).toEqual([]);
    expect(checkOffer(offerOf(MAXIMAL))).toEqual([]);
    expect(checkOffer(JSON.parse(JSON.stringify(offerOf(MAXIMAL))))).toEqual([]);
  });
});

describe('the structure check', () => {
  const offer = offerOf(MAXIMAL);
  test.each([
    ['a missing key', { ...offer, Gender: undefined }, 'Gender', 'gender'],
    ['another type', { ...offer, Email: 5 }, 'Email', 'email'],
    ['an empty text', { ...offer, MiddleName: '' }, 'MiddleName', 'middleName'],
    ['a date that is none', { ...offer, TimeStamp: 'today' }, 'TimeStamp', 'TimeStamp'],
    ['a fixed value changed', { ...offer, StudentOrigin: 'Local' }, 'StudentOrigin', 'StudentOrigin'],
    ['a list that is none', { ...offer, AppliedCourses: {} }, 'AppliedCourses', 'AppliedCourses'],
    [
      'a part of a list',
      { ...offer, AppliedCourses: [{ ...offer.AppliedCourses[0], CampusId: '1' }] },
      'AppliedCourses[0].CampusId',
      'AppliedCourses[0].CampusId',
    ],
  ])('finds %s', (_, wrong, technical, field) => {
    expect(checkOffer(wrong)).toMatchObject([{ field, technical }]);
  });
  test('finds dates and scores that were none', () => {
    const wrong = { ...MAXIMAL, selectedIntake: 'soon', dateOfBirth: '17/05/2001', overallScore: 'six' };
    expect(checkOffer(offerOf(wrong)).map((issue) => issue.field)).toEqual([
      'dateOfBirth',
      'overallScore',
      'selectedIntake',
      'selectedIntake',
      'selectedIntake',
    ]);
  });
  test.each([null, undefined, 'offer', 7, [], true])('finds %j to be no offer, without throwing', (wrong) => {
    expect(checkOffer(wrong).length).toBeGreaterThanOrEqual(7);
  });
});

describe('a key of the records API leads back to our field', () => {
  test.each([
    ['DoB', 'dateOfBirth'],
    ['offer.DoB', 'dateOfBirth'],
    ['offer.Email', 'email'],
    ['EmergencyContact.Email', 'contactEmail'],
    ['studentOffer.ComplianceAndOtherInfo.USI', 'usi'],
    ['USI', 'usi'],
    ['passportnumber', 'passportNumber'],
    ['AppliedCourses[0].StartDate', 'selectedIntake'],
    ['EducationHistoryList[0].InstituteName', 'institutionName'],
    ['PostalAddress.Suburb', 'postalCityTownSuburb'],
    ['application.Addresses[0].Postcode', 'postcode'],
    ['application.Addresses[1].Postcode', 'postalPostcode'],
    ['application.AppliedCourses[0].IntakeDate', 'selectedIntake'],
    ['application.Addresses[2].Postcode', undefined],
    ['EmergencyContact.Address', 'contactFlatUnitDetails'],
    ['Suburb', undefined],
    ['E101', undefined],
    ['', undefined],
  ])('%s: %s', (key, field) => {
    expect(fieldOfOfferKey(key)).toBe(field);
  });
});

describe('the OfferId', () => {
  const MELBOURNE = 'Australia/Melbourne';

  test("has the date and time of the college's time zone", () => {
    expect(offerIdAt(new Date('2026-06-15T00:30:00.123Z'), MELBOURNE)).toBe('OFFER_20260615_103000123');
    expect(offerIdAt(new Date('2026-12-31T13:00:00.007Z'), MELBOURNE)).toBe('OFFER_20270101_000000007');
  });
  test.each([
    ['begins', '2026-10-03T15:59:59.999Z', 'OFFER_20261004_015959999'],
    ['has begun', '2026-10-03T16:00:00.000Z', 'OFFER_20261004_030000000'],
    ['ends', '2026-04-04T15:59:59.999Z', 'OFFER_20260405_025959999'],
    ['has ended', '2026-04-04T16:00:00.000Z', 'OFFER_20260405_020000000'],
  ])('has the time that the clocks there show on the day when daylight saving %s', (_what, moment, offerId) => {
    expect(offerIdAt(new Date(moment), MELBOURNE)).toBe(offerId);
    expect(makeOfferIdSource(MELBOURNE)(new Date(moment))).toBe(offerId);
  });
  test('is unique: two in one millisecond get two ids', () => {
    const nextId = makeOfferIdSource(MELBOURNE);
    const now = new Date('2026-06-15T00:30:00.999Z');
    const ids = Array.from({ length: 500 }, () => nextId(now));
    expect(new Set(ids).size).toBe(500);
    expect(ids.slice(0, 2)).toEqual(['OFFER_20260615_103000999', 'OFFER_20260615_103001000']);
    expect(ids.every((id) => /^OFFER_\d{8}_\d{9}$/.test(id))).toBe(true);
  });
  test('is unique in the hour that the end of daylight saving repeats', () => {
    const nextId = makeOfferIdSource(MELBOURNE);
    const before = nextId(new Date('2026-04-04T15:59:59.999Z'));
    const after = nextId(new Date('2026-04-04T16:00:00.000Z'));
    expect(before).toBe('OFFER_20260405_025959999');
    expect(after > before).toBe(true);
    expect(nextId(new Date('2026-04-04T17:00:00.000Z'))).toBe('OFFER_20260405_030000001');
    expect(nextId(new Date('2026-04-04T17:30:00.000Z'))).toBe('OFFER_20260405_033000000');
  });
});
