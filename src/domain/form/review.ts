import { dateInWords, isCalendarDate } from './calendar.ts';
import type { Answers, Field, Form, FormContext, Section } from './form.ts';
import { readAnswer } from './typed-text.ts';
import { visibleFields } from './visible.ts';

/** A section of the review, and the answers under its title in words. */
export interface ReviewSection {
  readonly id: string;
  readonly title: string;
  readonly entries: readonly { readonly name: string; readonly label: string; readonly value: string }[];
}

/** What was answered, by the sections of the review and in page order; empty answers and sections are left out. */
export function reviewSections(form: Form, answers: Answers, context: FormContext): readonly ReviewSection[] {
  const fields = visibleFields(form, answers, context).filter(({ kind }) => kind !== 'hidden');
  const titled = form.sections.filter((section) => section.reviewUnder === undefined);
  return titled
    .map(({ id, title }) => ({ id, title, entries: entriesUnder(id, form.sections, fields, answers, context) }))
    .filter((section) => section.entries.length > 0);
}

function entriesUnder(
  id: string,
  sections: readonly Section[],
  fields: readonly Field[],
  answers: Answers,
  context: FormContext,
): ReviewSection['entries'] {
  const under = sections.filter((section) => (section.reviewUnder ?? section.id) === id).map((section) => section.id);
  return fields
    .filter((field) => under.includes(field.section))
    .map((field) => ({ name: field.name, label: field.label, value: inWords(field, answers[field.name], context) }))
    .filter((entry) => entry.value !== '');
}

/** An answer as a person reads it: the label of a choice, Yes for a tick, '17 May 2001' for a date. */
export function inWords(field: Field, answer: unknown, { lists }: FormContext): string {
  const { kind, options, optionsFrom } = field;
  const text = readAnswer(field, answer);
  if (kind === 'checkbox') return text === 'true' ? 'Yes' : '';
  const live = (optionsFrom && lists?.[optionsFrom]) ?? [];
  const label = [...live, ...(options ?? [])].find((option) => option.value === text)?.label;
  if (label !== undefined) return label;
  const isDate = kind === 'date' || optionsFrom === 'intakes';
  return isDate && isCalendarDate(text) ? dateInWords(text) : text;
}
