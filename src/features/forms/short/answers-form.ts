import { createForm, type FormApi, type Mutator } from 'final-form';
import type { Answers, FormContext } from '#domain/form/form.ts';
import { todayOf } from '#domain/form/today.ts';
import { validate } from '#domain/form/validate.ts';
import { visibleAnswers } from '#domain/form/visible.ts';
import { shortForm } from '#domain/short/form.ts';
import { intakeYears } from '#domain/short/intake-years.ts';
import { fillAnswers } from '../kit/fill-answers.ts';
import type { Answer } from '../kit/read-control.ts';

export type ShortAnswersForm = FormApi<Record<string, unknown>>;

/** Sends answers that are in order. */
export type SendAnswers = (answers: Answers) => void;

/** What judging a short application needs: the form library's reading of the rules, and the visitor's calendar. */
export function shortContext(now: Date): FormContext {
  const today = todayOf(now);
  return { profile: 'form-library', today, lists: { intakeYears: intakeYears(today) } };
}

/** Changes nothing; React Final Form judges after every mutator. */
const judge: Mutator<Record<string, unknown>> = () => undefined;

/** Judges anew without anybody having answered: another day may make another verdict. */
export const judgeAgain = (form: ShortAnswersForm): void => form.mutators.judge?.();

/**
 * React Final Form as the owner of the answers. Messages show after the first try to submit and follow every change
 * from then on (spec §4 "Form-library behaviour in the short application form").
 */
export function createShortAnswersForm(answers: Answers, send: SendAnswers): ShortAnswersForm {
  const form = createForm<Record<string, unknown>>({
    mutators: { fillAnswers, judge },
    validate: (values) => validate(shortForm, values, shortContext(new Date())),
    onSubmit: (values) => send(visibleAnswers(shortForm, values, shortContext(new Date()))),
  });
  form.mutators.fillAnswers?.(answers);
  return form;
}

/** Takes in what the controls hold and returns what really changed. */
export function takeAnswers(
  form: ShortAnswersForm,
  told: Readonly<Record<string, Answer>>,
): Readonly<Record<string, Answer>> {
  const { values } = form.getState();
  const changes = Object.fromEntries(
    Object.entries(told).filter(([name, answer]) => (values[name] ?? (answer === false ? false : '')) !== answer),
  );
  form.batch(() => {
    for (const [name, answer] of Object.entries(changes)) form.change(name, answer);
  });
  return changes;
}
