import { dateInWords, isCalendarDate } from '#domain/form/calendar.ts';
import type { Answers } from '#domain/form/form.ts';
import { nationalityOf } from './nationality-codes.ts';
import type { PassportZone } from './zone.ts';

/** An answer from the machine-readable zone. */
export interface ZoneAnswer {
  readonly field: 'passportNumber' | 'dateOfBirth' | 'passportExpiryDate' | 'nationality' | 'gender';
  readonly label: string;
  /** In the form's format. */
  readonly value: string;
}

function zoneAnswers(zone: PassportZone): readonly ZoneAnswer[] {
  const gender = zone.sex === undefined ? undefined : { M: 'Male', F: 'Female' }[zone.sex];
  const nationality = nationalityOf(zone.nationality);
  return [
    { field: 'passportNumber', label: 'Passport number', value: zone.number },
    { field: 'dateOfBirth', label: 'Date of birth', value: zone.birthDate },
    { field: 'passportExpiryDate', label: 'Passport expiry date', value: zone.expiryDate },
    ...(nationality === undefined ? [] : [{ field: 'nationality', label: 'Nationality', value: nationality } as const]),
    ...(gender === undefined ? [] : [{ field: 'gender', label: 'Gender', value: gender } as const]),
  ];
}

const textOf = (answer: Answers[string]): string => (typeof answer === 'string' ? answer.trim() : '');
/** Ignores spaces, punctuation and case. */
const compact = (text: string): string => text.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** The values that differ from the answers. A gender may rightly differ from the passport. */
export const differencesOf = (
  zone: PassportZone,
  answers: Answers,
): readonly (ZoneAnswer & { readonly answer: string })[] =>
  zoneAnswers(zone).flatMap((said) => {
    const answer = textOf(answers[said.field]);
    return answer === '' || compact(answer) === compact(said.value) ? [] : [{ ...said, answer }];
  });

/** The values whose question has no answer yet. */
export const unansweredOf = (zone: PassportZone, answers: Answers): readonly ZoneAnswer[] =>
  zoneAnswers(zone).filter(({ field }) => textOf(answers[field]) === '');

/** A value for display: dates in words. */
export const formatAnswer = (field: string, value: string): string =>
  field !== 'passportNumber' && isCalendarDate(value) ? dateInWords(value) : value;
