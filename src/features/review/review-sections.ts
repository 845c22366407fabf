import type { Answers, Field, Form, FormContext } from '#domain/form/form.ts';
import { visibleFields } from '#domain/form/visible.ts';
import { answerInWords } from './answer-words.ts';

export interface ReviewRow {
  /** The field's name. */
  readonly name: string;
  readonly label: string;
  readonly value: string;
}

/** Answers that stand under one title of the review. */
export interface ReviewSection {
  readonly id: string;
  readonly title: string;
  /** The step to which its Edit link leads. */
  readonly step: string;
  readonly rows: readonly ReviewRow[];
}

/**
 * What the applicant has answered, in words, by section in the form's order (spec §2 "Review modal"). Questions that
 * are not asked and empty answers are left out, and so is a section without any.
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
  const value = answerInWords(field, answers[field.name], context);
  return value === '' ? [] : [{ name: field.name, label: field.label, value }];
}
