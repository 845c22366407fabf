import { isCalendarDate, midnightUtc } from '#domain/form/calendar.ts';
import type { Field, FormContext } from '#domain/form/form.ts';
import { readAnswer } from '#domain/form/typed-text.ts';

const longDate = new Intl.DateTimeFormat('en-AU', { dateStyle: 'long', timeZone: 'UTC' });

/** A calendar date (yyyy-MM-dd) as people in Australia write it: '17 May 1999'. Other text is left as it is. */
export function dateInWords(date: string): string {
  return isCalendarDate(date) ? longDate.format(new Date(midnightUtc(date))) : date;
}

/**
 * An answer as it is read: labels instead of codes, dates in words, an agent as 'name, country'. '' when there is none.
 * A choice is looked up in the live list first, then in the built-in one; one that is in neither is shown as it is.
 */
export function answerInWords(field: Field, answer: unknown, { lists = {} }: FormContext): string {
  const text = readAnswer(field, answer);
  if (text === '') return '';
  if (field.kind === 'checkbox') return text === 'true' ? 'Yes' : '';
  if (field.kind === 'agent') return text.split('|').filter(Boolean).join(', ');
  const live = field.optionsFrom && lists[field.optionsFrom];
  const option = [...(live ?? []), ...(field.options ?? [])].find(({ value }) => value === text);
  return option?.label ?? dateInWords(text);
}
