import { describe, expect, test } from 'vitest';
import type { Answers } from '#domain/form/form.ts';
import { studentForm } from '#domain/student/form.ts';
import { DIRECT, MAXIMAL } from '../support/applications.ts';
import { messageOf as messageIn } from '../support/message-of.ts';

const messageOf = (name: string, answer: unknown, others: Answers = {}) =>
  messageIn(studentForm, name, { ...MAXIMAL, ...others, [name]: answer }, DIRECT);

const ENGLISH = 'Please use English letters and numbers only';
const EMAIL = 'Please enter a valid email address';
const POSTCODE = 'Please enter a valid postcode';
const MOBILE = 'Please enter a valid mobile phone number (numbers only)';

describe('free text is English only', () => {
  const FREE_TEXT = [
    ...['firstName', 'middleName', 'familyName', 'preferredName', 'birthplace', 'passportNumber', 'usi'],
    ...['buildingPropertyName', 'flatUnitDetails', 'streetNumber', 'streetName', 'cityTownSuburb', 'state'],
    ...['postalBuildingPropertyName', 'postalFlatUnitDetails', 'postalStreetNumber', 'postalStreetName'],
    ...['postalCityTownSuburb', 'postalState', 'relationship', 'contactGivenName', 'contactFamilyName'],
    ...['contactFlatUnitDetails', 'contactStreetAddress', 'contactCityTownSuburb', 'contactState'],
    ...['contactLanguagesSpoken', 'languageSpokenAtHomeOther', 'qualificationName', 'institutionName', 'stateCountry'],
    ...['howDidYouHearDetails', 'agentName'],
  ];

  test.each(FREE_TEXT)('%s takes no other script, no accent and no emoji', (name) => {
    for (const text of [
      '张伟张伟张伟张伟张伟',
      'Zoë Müller Zoë',
      'Nguyễn Nguyễn',
      'smile smile 🙂',
      'under_score_and',
      'a\tb a\tb a\tb',
    ]) {
      expect(messageOf(name, text)).toBe(ENGLISH);
    }
  });
  test.each(FREE_TEXT)('%s takes letters, digits, spaces and the listed marks', (name) => {
    expect(messageOf(name, `Aa09 -.,'"()&@#$%/\\:;!?`)).toBeUndefined();
  });
});

describe('length rules', () => {
  test.each([
    ['firstName', 'A', 'First name must be at least 2 characters'],
    ['familyName', 'B', 'Family name must be at least 2 characters'],
    ['firstName', 'A'.repeat(51), 'First name cannot exceed 50 characters'],
    ['familyName', 'A'.repeat(51), 'Family name cannot exceed 50 characters'],
    ['middleName', 'A'.repeat(51), 'Middle name cannot exceed 50 characters'],
    ['preferredName', 'A'.repeat(51), 'Preferred name cannot exceed 50 characters'],
    ['usi', 'ABC123456', 'USI must be at least 10 characters'],
  ])('%s: "%s" is refused with "%s"', (name, answer, message) => {
    expect(messageOf(name, answer)).toBe(message);
  });
  test.each([
    ['firstName', 'Li'],
    ['firstName', 'A'.repeat(50)],
    ['familyName', 'Wu'],
    ['familyName', 'A'.repeat(50)],
    ['middleName', 'A'],
    ['middleName', 'A'.repeat(50)],
    ['preferredName', 'A'.repeat(50)],
    ['usi', 'ABC1234567'],
    ['usi', ''],
  ])('%s: "%s" is accepted', (name, answer) => {
    expect(messageOf(name, answer)).toBeUndefined();
  });
  test('no free text may have more than 1000 characters', () => {
    expect(messageOf('howDidYouHearDetails', 'x'.repeat(1000))).toBeUndefined();
    expect(messageOf('howDidYouHearDetails', 'x'.repeat(1001))).toBe('This answer cannot exceed 1000 characters');
    expect(messageOf('firstName', 'x'.repeat(1001))).toBe('First name cannot exceed 50 characters');
  });
  test('spaces around an answer do not count', () => {
    expect(messageOf('firstName', ' A ')).toBe('First name must be at least 2 characters');
    expect(messageOf('firstName', '   ')).toBe('Please enter your first name');
  });
});

describe('date rules, on 15 June 2026', () => {
  test.each([
    ['dateOfBirth', '2026-06-16', 'Date of Birth cannot be in the future'],
    ['dateOfBirth', '2026-06-15', 'Date of Birth must be at least 10 years ago'],
    ['dateOfBirth', '2016-06-16', 'Date of Birth must be at least 10 years ago'],
    ['dateOfBirth', '2016-06-15', undefined],
    ['passportExpiryDate', '2026-06-14', 'Passport expiry date must be in the future'],
    ['passportExpiryDate', '2026-06-15', 'Passport expiry date must be in the future'],
    ['passportExpiryDate', '2026-06-16', undefined],
    ['engTestDate', '2026-06-16', 'Test date cannot be in the future'],
    ['engTestDate', '2026-06-15', undefined],
    ['selectedIntake', '2026-06-15', 'Please select your preferred intake date'],
    ['selectedIntake', '2026-06-16', undefined],
    ['selectedIntake', 'soon', 'Please select your preferred intake date'],
    ['dateOfBirth', '17/05/2001', 'Please enter a valid date'],
    ['dateOfBirth', '2001-02-29', 'Please enter a valid date'],
  ])('%s %s: %s', (name, answer, message) => {
    expect(messageOf(name, answer)).toBe(message);
  });

  test('ten years after a 29 February is a 1 March', () => {
    const on = (day: string) => ({ ...DIRECT, today: { earliest: day, latest: day } });
    const born = { ...MAXIMAL, dateOfBirth: '2016-02-29' };
    const message = 'Date of Birth must be at least 10 years ago';
    expect(messageIn(studentForm, 'dateOfBirth', born, on('2026-02-28'))).toBe(message);
    expect(messageIn(studentForm, 'dateOfBirth', born, on('2026-03-01'))).toBeUndefined();
  });
});

describe('pattern rules', () => {
  test.each(['email', 'agentEmail', 'contactEmail'])('%s has the standard shape of an address', (name) => {
    for (const wrong of [
      'wei',
      'wei@',
      '@mail.example',
      'wei@mail',
      'wei zhang@mail.example',
      'wei@@mail.example',
      'wei@mail..example',
      '.wei@mail.example',
    ]) {
      expect(messageOf(name, wrong)).toBe(EMAIL);
    }
    for (const right of ['wei@mail.example', "o'brien_1+x@a-b.co.uk", 'a.b@c.d.e']) {
      expect(messageOf(name, right)).toBeUndefined();
    }
  });
  test.each([
    ['postcode', '30 00', POSTCODE],
    ['postcode', 'SW1A', POSTCODE],
    ['postalPostcode', 'x', POSTCODE],
    ['contactPostcode', '61-00', 'Please enter a valid postcode (numbers only)'],
    ['mobilePhone', '+61412345678', MOBILE],
    ['mobilePhone', '0412 345 678', MOBILE],
    ['postalMobilePhone', 'none', MOBILE],
    ['contactMobile', '04-12', 'Please enter a valid mobile number'],
  ])('%s "%s": %s', (name, answer, message) => {
    expect(messageOf(name, answer)).toBe(message);
  });

  test.each(['listeningScore', 'readingScore', 'writingScore', 'speakingScore', 'overallScore'])(
    '%s is a non-negative decimal of one place, with a full stop or a comma, as text or as a number',
    (name) => {
      for (const wrong of ['six', '1e3', '6.', '6,', '.5', '--1', '6.55', '6,55', '6.50', '1.234,5', '1,234.5', 6.25]) {
        expect(messageOf(name, wrong), String(wrong)).toBe('Please enter a valid number');
      }
      for (const negative of ['-1', '-0,1', '−1', -0.1]) {
        expect(messageOf(name, negative), String(negative)).toBe('Score must be 0 or greater');
      }
      for (const right of ['0', '6.5', '6,5', '6', '100', '0,0', 0, 6.5]) {
        expect(messageOf(name, right), String(right)).toBeUndefined();
      }
    },
  );

  test("selectedAgent is 'name|country' with both parts", () => {
    expect(messageOf('selectedAgent', '')).toBe('Please select an agent');
    for (const wrong of ['Harbour', '|China', 'Harbour|', ' | ', 'a|b|c']) {
      expect(messageOf('selectedAgent', wrong)).toBe('Invalid agent selection format');
    }
    expect(messageOf('selectedAgent', 'Harbour Bridge|China')).toBeUndefined();
  });

  test('agreeToTerms must be ticked', () => {
    expect(messageOf('agreeToTerms', false)).toBe('Please agree to the terms and conditions');
    expect(messageOf('agreeToTerms', true)).toBeUndefined();
  });
});

describe('order of rules: required, characters, pattern, length', () => {
  test('one message a field, the first that is broken', () => {
    expect(messageOf('firstName', '')).toBe('Please enter your first name');
    expect(messageOf('firstName', '张')).toBe(ENGLISH);
    expect(messageOf('firstName', '张'.repeat(60))).toBe(ENGLISH);
    expect(messageOf('usi', 'ü')).toBe(ENGLISH);
    expect(messageOf('listeningScore', '-x')).toBe('Please enter a valid number');
  });
});
