import { dateInWords, isCalendarDate } from './calendar.ts';
import type { Answers, Field, Form, FormContext } from './form.ts';
import { readAnswer } from './typed-text.ts';
import { visibleFields } from './visible.ts';

/** A question and its answer in words. */
interface ReviewRow {
  /** The field's name. */
  readonly name: string;
  readonly label: string;
  readonly value: string;
}

/** The answers under one title of the review. */
export interface ReviewSection {
  readonly id: string;
  readonly title: string;
  /** The step that its Edit link opens. */
  readonly step: string;
  readonly rows: readonly ReviewRow[];
}

/**
 * The answers in words, by section in the form's order (R2.17), for the review, the receipt and every other view of an
 * application. Omits hidden questions, empty answers and empty sections.
 */
export function reviewSections(form: Form, answers: Answers, context: FormContext): readonly ReviewSection[] {
  const fields = visibleFields(form, answers, context).filter(({ kind }) => kind !== 'hidden');
  return form.sections
    .filter(({ reviewUnder }) => reviewUnder === undefined)
    .map(({ id, title, step }) => {
      const here = form.sections.filter((section) => (section.reviewUnder ?? section.id) === id);
      const asked = fields.filter(({ section }) => here.some((one) => one.id === section));
      return { id, title, step, rows: asked.flatMap((field) => rowOf(field, answers, context)) };
    })
    .filter(({ rows }) => rows.length > 0);
}

function rowOf(field: Field, answers: Answers, context: FormContext): readonly ReviewRow[] {
  const value = inWords(field, answers[field.name], context);
  return value === '' ? [] : [{ name: field.name, label: field.label, value }];
}

/**
 * An answer for display: the label of a choice, Yes for a checked box, '17 May 2001' for a date, an agent as 'name,
 * country'; '' for none. Choices are looked up in the live list, then in the built-in one; unknown ones stay unchanged.
 */
function inWords(field: Field, answer: unknown, { lists = {} }: FormContext): string {
  const { kind, options = [], optionsFrom } = field;
  const text = readAnswer(field, answer);
  if (text === '') return '';
  if (kind === 'checkbox') return text === 'true' ? 'Yes' : '';
  if (kind === 'agent') return text.split('|').filter(Boolean).join(', ');
  const live = (optionsFrom && lists[optionsFrom]) ?? [];
  const label = [...live, ...options].find(({ value }) => value === text)?.label;
  if (label !== undefined) return label;
  const isDate = kind === 'date' || optionsFrom === 'intakes';
  return isDate && isCalendarDate(text) ? dateInWords(text) : text;
}
