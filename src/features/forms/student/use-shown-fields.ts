import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { Field, FormContext } from '#domain/form/form.ts';
import { isRequired, visibleFields } from '#domain/form/visible.ts';
import { studentForm } from '#domain/student/form.ts';
import { type AnswersForm, answersIn } from './answers-form.ts';

export interface ShownField {
  readonly field: Field;
  readonly required: boolean;
}

const SEPARATOR = ' ';

/**
 * The fields of a step that the answers ask for, and whether each must be answered. Renders anew only when that
 * changes, not with every answer.
 */
export function useShownFields(form: AnswersForm, context: FormContext, stepId: string): readonly ShownField[] {
  const subscribe = useCallback((notify: () => void) => form.subscribe(notify, { values: true }), [form]);
  // A string, since what React compares must be the same while nothing changed.
  const shown = useSyncExternalStore(
    subscribe,
    () => describe(form, context, stepId),
    () => describe(form, context, stepId),
  );
  return useMemo(() => {
    const marks = new Map(shown.split(SEPARATOR).map((entry) => [entry.replace('*', ''), entry.endsWith('*')]));
    return studentForm.fields
      .filter((field) => field.step === stepId && marks.has(field.name))
      .map((field) => ({ field, required: marks.get(field.name) === true }));
  }, [shown, stepId]);
}

function describe(form: AnswersForm, context: FormContext, stepId: string): string {
  const answers = answersIn(form);
  return visibleFields(studentForm, answers, context, stepId)
    .map((field) => field.name + (isRequired(field, answers, context) ? '*' : ''))
    .join(SEPARATOR);
}
