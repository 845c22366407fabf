import { dateInWords, isCalendarDate } from '#domain/form/calendar.ts';
import type { Answers } from '#domain/form/form.ts';
import { nationalityOf } from './nationality-codes.ts';
import type { PassportZone } from './zone.ts';

/** The answers that check digits prove, by their fields. What the zone does not say, or no list has, is left out. */
export interface ZoneAnswer {
  readonly field: 'passportNumber' | 'dateOfBirth' | 'passportExpiryDate' | 'nationality' | 'gender';
  readonly label: string;
  /** As the form would hold it. */
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
/** Numbers are written in groups, and in small letters. */
const compact = (text: string): string => text.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** What the passport says otherwise than the answers, with the answer. Somebody may be of another gender than their passport says. */
export const differencesOf = (
  zone: PassportZone,
  answers: Answers,
): readonly (ZoneAnswer & { readonly answer: string })[] =>
  zoneAnswers(zone).flatMap((said) => {
    const answer = textOf(answers[said.field]);
    return answer === '' || compact(answer) === compact(said.value) ? [] : [{ ...said, answer }];
  });

/** What the passport says and nobody has answered. */
export const fillable = (zone: PassportZone, answers: Answers): readonly ZoneAnswer[] =>
  zoneAnswers(zone).filter(({ field }) => textOf(answers[field]) === '');

/** A value of the form as people write it. */
export const inWords = (field: string, value: string): string =>
  field !== 'passportNumber' && isCalendarDate(value) ? dateInWords(value) : value;
