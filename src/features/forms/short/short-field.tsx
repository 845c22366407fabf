import { type ComponentType, memo, useMemo, useState } from 'react';
import { useField, useForm } from 'react-final-form';
import { FieldControl } from '#components/field/field-control.tsx';
import type { Field } from '#domain/form/form.ts';
import { intakeYears } from '#domain/short/intake-years.ts';
import { useToday } from '#platform/today.ts';

/** What stands in the place of the field of kind `agent`; it holds its choice in a control of the field's name. */
export type AgentSelector = ComponentType<{
  readonly field: Field;
  readonly defaultValue: string;
  readonly error?: string | undefined;
  readonly required: boolean;
}>;

interface ShortFieldProps {
  readonly field: Field;
  readonly agentSelector: AgentSelector;
}

/** One field, tied to React Final Form by its name; it renders anew for a message, not for keys. */
export const ShortField = memo(function ShortField({ field, agentSelector: Selector }: ShortFieldProps) {
  const error = useMessage(field.name);
  const form = useForm();
  // What the control starts with; afterwards the browser owns it.
  const [start] = useState(() => form.getState().values[field.name]);
  const today = useToday();
  const options = useMemo(
    () => (field.optionsFrom === 'intakeYears' ? intakeYears({ earliest: today, latest: today }) : field.options),
    [field, today],
  );
  const text = typeof start === 'string' ? start : '';
  if (field.kind === 'agent') return <Selector field={field} defaultValue={text} error={error} required={false} />;
  return <FieldControl field={field} options={options} defaultValue={text} error={error} />;
});

/** The field's message once the form has been submitted. */
function useMessage(name: string): string | undefined {
  const { meta } = useField(name, { subscription: { error: true, submitFailed: true } });
  return meta.submitFailed ? meta.error : undefined;
}
