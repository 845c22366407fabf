import { memo, useEffect, useEffectEvent, useState } from 'react';
import { useForm } from 'react-final-form';
import { FieldControl } from '#components/field/field-control.tsx';
import type { Field, Option } from '#domain/form/form.ts';
import { AgentSelector } from '#features/agents/agent-selector.tsx';
import type { Answer } from './controls.ts';
import { SpellingSuggestion } from './spelling-suggestion.tsx';

interface FormFieldProps {
  readonly field: Field;
  /** Whether to mark the field as required. The default is the field's own rule without its conditions. */
  readonly required?: boolean | undefined;
  /** Choices instead of the field's own. */
  readonly options?: readonly Option[] | undefined;
  /** The server's message about the answer. A message of the form itself replaces it. */
  readonly refused?: string | undefined;
  /** A warning about an answer that is still accepted. */
  readonly warningFor?: ((name: string, answer: string) => string | undefined) | undefined;
}

/**
 * One field of any form, connected to React Final Form by its name. It renders again for a message and for other
 * choices, but not for keys: its control is uncontrolled and owns the answer.
 */
export const FormField = memo(function FormField({ field, required, options, refused, warningFor }: FormFieldProps) {
  const { start, message, warning } = useUncontrolledField(field.name, warningFor);
  const error = message ?? refused;
  const broken = field.rules.find((rule) => rule.message === error);
  const isRefused = broken?.test === 'english' || broken?.test === 'digits';
  // The button stays from the first such message on, because an accepted spelling can be undone.
  const [isOffered, setIsOffered] = useState(isRefused);
  if (isRefused && !isOffered) setIsOffered(true);

  if (field.kind === 'agent') {
    return <AgentSelector field={field} defaultValue={String(start)} error={error} required={required === true} />;
  }
  return (
    <FieldControl
      field={field}
      help={broken?.help && [field.help, broken.help].filter(Boolean).join(' ')}
      options={options}
      defaultValue={start}
      error={error}
      warning={warning}
      required={required}
      offer={isOffered && <SpellingSuggestion field={field} refused={isRefused} />}
    />
  );
});

const HEARD = { error: true, touched: true, value: true } as const;
/** The form knows all its fields already, so it need not notify other fields of this one. */
const SILENTLY = { silent: true } as const;

/**
 * `useField` for an uncontrolled control: its first answer, and its messages once it was touched. `useField` itself
 * renders each new field twice, notifies all other fields, and renders a field whose message has not changed
 * (docs/decisions/0014-fast-forms.md).
 */
function useUncontrolledField(name: string, warningFor: FormFieldProps['warningFor']) {
  const form = useForm();
  const touched = () => (form.getFieldState(name)?.touched ? form.getFieldState(name) : undefined);
  const readMessage = (): string | undefined => touched()?.error;
  const readWarning = () => warningFor && touched() && warningFor(name, String(touched()?.value ?? ''));
  const [start] = useState((): Answer => form.getFieldState(name)?.value ?? '');
  const [message, setMessage] = useState(readMessage);
  const [warning, setWarning] = useState(readWarning);
  const follow = useEffectEvent(() => {
    setMessage(readMessage());
    setWarning(readWarning());
  });
  useEffect(() => form.registerField(name, () => follow(), HEARD, SILENTLY), [form, name]);
  return { start, message, warning };
}
