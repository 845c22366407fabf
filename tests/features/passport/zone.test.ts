import { expect, test } from 'vitest';
import { differencesOf, unansweredOf } from '#features/passport/compare.ts';
import { readZone } from '#features/passport/zone.ts';

const TODAY = '2026-11-27';
/** The specimen of ICAO Doc 9303 part 4, appendix B. */
const FIRST = 'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<';
const SECOND = 'L898902C36UTO7408122F1204159ZE184226B<<<<<10';
const ANNA = {
  number: 'L898902C3',
  nationality: 'UTO',
  birthDate: '1974-08-12',
  expiryDate: '2012-04-15',
  sex: 'F',
  familyName: 'ERIKSSON',
  givenNames: 'ANNA MARIA',
};
const read = (second: string) => readZone([FIRST, second], TODAY);

test('the published specimen is read', () => {
  expect(read(SECOND)).toEqual(ANNA);
});

test('a zone is rejected if any character under a check digit was misread', () => {
  const protectedPlaces = [0, 4, 8, 9, 13, 18, 19, 21, 26, 27, 30, 42, 43];
  for (const place of protectedPlaces) {
    const wrong = SECOND[place] === '7' ? '4' : '7';
    expect([place, read(SECOND.slice(0, place) + wrong + SECOND.slice(place + 1))]).toEqual([place, undefined]);
  }
});

test('a letter in the place of a digit, or one that looks like another, is put right only if all check digits hold', () => {
  expect(read('L8989O2C36UTO74O8122F12O4159ZE184226B<<<<<1O')).toEqual(ANNA);
  expect(read('L898902C36UT07408122F1204159ZE184226B<<<<<10')).toEqual(ANNA);
});

test('a number that may have been read in two ways is not guessed', () => {
  const line = 'O120456781UTO7408122F1204159<<<<<<<<<<<<<<<8';
  expect(read(line)?.number).toBe('O12045678');
  // The zero was read as a letter, and a zero in place of the first letter has the same check digits.
  expect(read(line.replace('O12045678', 'O12O45678'))).toBeUndefined();
});

test('missing or additional fillers are put right, other lengths are no zone', () => {
  expect(read('L898902C36UTO7408122F1204159ZE184226B<<<10')).toEqual(ANNA);
  expect(read('L898902C36UTO7408122F1204159ZE184226B<<<<<<10')).toEqual(ANNA);
  expect(read('L898902C36UTO7408122F1204159ZE184226B10')).toBeUndefined();
  expect(read('')).toBeUndefined();
});

test('a date that no calendar has is no zone, and neither is a birth after today', () => {
  // All check digits of this line hold; the month is 13.
  expect(read('L898902C36UTO7413128F1204159<<<<<<<<<<<<<<08')).toBeUndefined();
  expect(read('L898902C36UTO2611284F1204159<<<<<<<<<<<<<<00')?.birthDate).toBe('1926-11-28');
});

test('answers are compared as people write them, and only what is empty is offered', () => {
  const zone = { ...ANNA, sex: 'F' as const, nationality: 'NPL' };
  const answers = { passportNumber: 'l898902 c3', dateOfBirth: '1974-12-08', nationality: 'Indian', gender: '' };
  expect(differencesOf(zone, answers).map(({ field, value, answer }) => [field, value, answer])).toEqual([
    ['dateOfBirth', '1974-08-12', '1974-12-08'],
    ['nationality', 'Nepalese', 'Indian'],
  ]);
  expect(unansweredOf(zone, answers).map(({ field, value }) => [field, value])).toEqual([
    ['passportExpiryDate', '2012-04-15'],
    ['gender', 'Female'],
  ]);
});

test('a nationality that no list has is neither compared nor filled', () => {
  const zone = { ...ANNA, sex: undefined };
  expect(unansweredOf(zone, {}).map(({ field }) => field)).toEqual([
    'passportNumber',
    'dateOfBirth',
    'passportExpiryDate',
  ]);
});
