import { describe, expect, test } from 'vitest';
import { agencyForm } from '#domain/agency/form.ts';
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
        'Only one name in your passport? Write it here and as the family name.',
      );
      expect(helpOf('familyName', form)).toContain(
        'Only one name in your passport? Write it here and as the first name.',
      );
    }
    expect(errorsWith({ firstName: 'Suharto', middleName: '', familyName: 'Suharto' })).toEqual({});
  });
});

describe('a postcode with letters in it, or none', () => {
  test.each(['postcode', 'postalPostcode'])('can be entered as the help of %s says', (name) => {
    expect(helpOf(name)).toContain('Letters in your postcode? Write 0000 here, and the postcode after your city.');
    expect(helpOf(name)).toContain('No postcode? Write 0000.');
    const city = name === 'postcode' ? 'cityTownSuburb' : 'postalCityTownSuburb';
    expect(errorsWith({ hasPostalAddress: 'Yes', [name]: '0000', [city]: 'London SW1A 1AA' })).toEqual({});
  });
  test.each([
    ['contactPostcode', studentForm],
    ['postcode', shortForm],
  ] as const)('is left out where %s is optional', (name, form) => {
    expect(helpOf(name, form)).toContain('Leave this empty, and write the postcode after your city');
    expect(form.fields.find((field) => field.name === name)?.required).toBeUndefined();
  });
  test('postcodes are digits only all the same', () => {
    expect(errorsWith({ postcode: 'SW1A 1AA' })).toEqual({ postcode: 'Please enter a valid postcode' });
  });
});

describe('a name of one letter', () => {
  test.each([
    ['firstName', 'First name must be at least 2 characters'],
    ['familyName', 'Family name must be at least 2 characters'],
  ])('is refused in %s with what to do, which is then taken', (name, message) => {
    expect(errorsWith({ [name]: 'O' })).toEqual({ [name]: message });
    for (const form of [studentForm, shortForm]) {
      const rule = form.fields.find((field) => field.name === name)?.rules.find((one) => one.message === message);
      expect(rule?.help).toBe('If your name is one letter, put a full stop after it.');
    }
    expect(errorsWith({ [name]: 'O.' })).toEqual({});
  });
});

test('a telephone number that browsers fill in with its country code is asked with it, and agencies may type the +', () => {
  const phones = [studentForm, shortForm, agencyForm].flatMap(({ fields }) =>
    fields.filter(({ autoComplete = '' }) => /\btel\b/.test(autoComplete)),
  );
  expect(phones.map(({ name, help }) => [name, help])).toEqual([
    ['mobilePhone', 'Country code first, numbers only. Example: 9779812345678'],
    ['postalMobilePhone', 'Country code first, numbers only. Example: 9779812345678'],
    ['contactMobile', 'Country code first, numbers only. Example: 9779812345678'],
    ['homePhone', 'Country code first, numbers only. Example: 9779812345678'],
    ['workPhone', 'Country code first, numbers only. Example: 9779812345678'],
    ['mobilePhone', 'Country code first, numbers only. Example: 9779812345678'],
    ['tel', undefined],
  ]);
});

test.each(['streetNumber', 'postalStreetNumber'])(
  'an address without a number is written as the help of %s says',
  (name) => {
    expect(helpOf(name)).toBe('No street number? Write 0.');
    expect(errorsWith({ hasPostalAddress: 'Yes', [name]: '0' })).toEqual({});
  },
);

test('who never worked finds the choice that its help names', () => {
  for (const name of ['industryOfEmployment', 'occupationIdentifier']) {
    expect(helpOf(name)).toBe('Never worked? Choose Not specified.');
    const options = studentForm.fields.find((field) => field.name === name)?.options ?? [];
    expect(options.some(({ label }) => label.toLowerCase() === 'not specified')).toBe(true);
  }
});

test('a contact without an e-mail address can be given with the own one', () => {
  expect(helpOf('contactEmail')).toBe('This person has no e-mail? Write your own e-mail address.');
});

describe('the USI', () => {
  test('may stay empty, as its help says', () => {
    expect(helpOf('usi')).toBe('Most people do not have a USI yet. If you do not have one, leave this empty.');
    expect(errorsWith({ usi: '' })).toEqual({});
  });
});
