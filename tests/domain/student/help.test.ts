import { describe, expect, test } from 'vitest';
import { validate } from '#domain/form/validate.ts';
import { shortForm } from '#domain/short/form.ts';
import { studentForm } from '#domain/student/form.ts';
import { DIRECT, MAXIMAL } from '../support/applications.ts';

const helpOf = (name: string, form = studentForm) => form.fields.find((field) => field.name === name)?.help ?? '';
const errorsWith = (answers: object) => validate(studentForm, { ...MAXIMAL, ...answers }, DIRECT);

describe('a passport with only one name', () => {
  test('can be entered as the help at first and family name says: the name in both', () => {
    for (const form of [studentForm, shortForm]) {
      expect(helpOf('firstName', form)).toContain(
        'If it has only one name, enter that name here and as the family name',
      );
      expect(helpOf('familyName', form)).toContain(
        'If it has only one name, enter that name here and as the first name',
      );
    }
    expect(errorsWith({ firstName: 'Suharto', middleName: '', familyName: 'Suharto' })).toEqual({});
  });
});

describe('a postcode with letters in it, or none', () => {
  test.each(['postcode', 'postalPostcode'])('can be entered as the help of %s says', (name) => {
    expect(helpOf(name)).toContain('If your postcode has letters, enter 0000 and write the postcode after your city');
    expect(helpOf(name)).toContain('If you have none, enter 0000');
    const city = name === 'postcode' ? 'cityTownSuburb' : 'postalCityTownSuburb';
    expect(errorsWith({ hasPostalAddress: 'Yes', [name]: '0000', [city]: 'London SW1A 1AA' })).toEqual({});
  });
  test.each([
    ['contactPostcode', studentForm],
    ['postcode', shortForm],
  ] as const)('is left out where %s is optional', (name, form) => {
    expect(helpOf(name, form)).toContain('leave this empty and write the postcode after your city');
    expect(form.fields.find((field) => field.name === name)?.required).toBeUndefined();
  });
  test('postcodes are digits only all the same', () => {
    expect(errorsWith({ postcode: 'SW1A 1AA' })).toEqual({ postcode: 'Please enter a valid postcode' });
  });
});

describe('the USI', () => {
  test('cannot be had before arrival in Australia and may stay empty, as its help says', () => {
    expect(helpOf('usi')).toBe(
      'You can get one only after you have arrived in Australia. Leave this empty until then.',
    );
    expect(errorsWith({ usi: '' })).toEqual({});
  });
});
