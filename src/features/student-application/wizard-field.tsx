import { type ComponentType, memo, useCallback, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { useForm } from 'react-final-form';
import { FieldControl } from '#components/field/field-control.tsx';
import type { Field, Option } from '#domain/form/form.ts';
import { type Answer, showAnswer } from '#lib/form/read-control.ts';
import type { AnswersForm } from './answers-form.ts';

/** What stands in the place of a field of kind `agent`. It holds its choice in a control of the field's name. */
export interface AgentSelectorProps {
  readonly field: Field;
  readonly defaultValue: string;
  readonly error?: string | undefined;
  readonly required: boolean;
}
export type AgentSelector = ComponentType<AgentSelectorProps>;

interface WizardFieldProps {
  readonly field: Field;
  readonly required: boolean;
  readonly options?: readonly Option[] | undefined;
  readonly agentSelector: AgentSelector;
}

/** One field, tied to React Final Form by its name: it renders anew for a message and for a new list, not for keys. */
export const WizardField = memo(function WizardField({ field, required, options, agentSelector }: WizardFieldProps) {
  const form = useForm();
  const error = useMessage(form, field.name);
  // What the control starts with; afterwards the browser owns it.
  const [start] = useState(() => answerIn(form.getState().values, field.name));
  useShownChoice(field, options);
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
function useShownChoice(field: Field, options: readonly Option[] | undefined): void {
  const form = useForm();
  useLayoutEffect(() => {
    if (options === undefined || field.kind !== 'select') return;
    const element = document.querySelector<HTMLSelectElement>(`select[name="${CSS.escape(field.name)}"]`);
    const answer = answerIn(form.getState().values, field.name);
    if (element?.form && answer !== undefined && element.value !== answer) showAnswer(element.form, field.name, answer);
  }, [form, field, options]);
}

function answerIn(values: Record<string, unknown>, name: string): Answer | undefined {
  const answer = values[name];
  return typeof answer === 'string' || typeof answer === 'boolean' ? answer : undefined;
}
