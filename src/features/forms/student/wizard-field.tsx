import { type ComponentType, memo, useCallback, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { FieldControl } from '#components/field/field-control.tsx';
import type { Answers, Field, Option } from '#domain/form/form.ts';
import { type Answer, showAnswer } from '../kit/read-control.ts';
import { type AnswersForm, answersIn } from './answers-form.ts';

/** What stands in the place of a field of kind `agent`. It holds its choice in a control of the field's name. */
export interface AgentSelectorProps {
  readonly field: Field;
  readonly defaultValue: string;
  readonly error?: string | undefined;
  readonly required: boolean;
}
export type AgentSelector = ComponentType<AgentSelectorProps>;

interface WizardFieldProps {
  readonly form: AnswersForm;
  readonly field: Field;
  readonly required: boolean;
  readonly options?: readonly Option[] | undefined;
  readonly agentSelector: AgentSelector;
}

/** One field, tied to React Final Form by its name: it renders anew for a message and for a new list, not for keys. */
export const WizardField = memo(function WizardField(props: WizardFieldProps) {
  const { form, field, required, options, agentSelector } = props;
  const error = useMessage(form, field.name);
  // What the control starts with; afterwards the browser owns it.
  const [start] = useState(() => answerTo(field, answersIn(form)));
  useShownChoice(form, field, options);
  if (field.kind === 'agent') {
    const Selector = agentSelector;
    return (
      <Selector field={field} defaultValue={typeof start === 'string' ? start : ''} error={error} required={required} />
    );
  }
  return <FieldControl field={field} options={options} defaultValue={start} error={error} required={required} />;
});

const JUDGED = { error: true, touched: true } as const;
/** Nobody but the field itself is told that it came: `useField` tells every field of every other, on each step. */
const SILENTLY = { silent: true } as const;

/** Registers a field while it stands on the page, and gives its message once it has been judged. */
function useMessage(form: AnswersForm, name: string): string | undefined {
  const subscribe = useCallback(
    (notify: () => void) => form.registerField(name, notify, JUDGED, SILENTLY),
    [form, name],
  );
  const read = (): string | undefined => {
    const state = form.getFieldState(name);
    return state?.touched ? state.error : undefined;
  };
  return useSyncExternalStore(subscribe, read, read);
}

/** A list that arrives late replaces the options; the browser would then fall back to the first one. */
function useShownChoice(form: AnswersForm, field: Field, options: readonly Option[] | undefined): void {
  useLayoutEffect(() => {
    if (options === undefined || field.kind !== 'select') return;
    const element = document.querySelector<HTMLSelectElement>(`select[name="${CSS.escape(field.name)}"]`);
    const answer = answerTo(field, answersIn(form));
    if (element?.form && answer !== undefined && element.value !== answer) showAnswer(element.form, field.name, answer);
  }, [form, field, options]);
}

function answerTo({ name }: Field, answers: Answers): Answer | undefined {
  const answer = answers[name];
  return typeof answer === 'string' || typeof answer === 'boolean' ? answer : undefined;
}
