import { memo, useState } from 'react';
import { useField, useForm } from 'react-final-form';
import { FieldControl } from '#components/field/field-control.tsx';
import { FormSection } from '#components/section.tsx';
import { agencyForm } from '#domain/agency/form.ts';
import type { Field, FieldErrors } from '#domain/form/form.ts';
import { adviceOn } from './agency-answers.ts';

interface AgencyFieldsProps {
  /** What the server did not accept, by field name. */
  readonly refused: FieldErrors | undefined;
}

/** The questions to an agency, section by section, as the catalogue lists them. */
export function AgencyFields({ refused }: AgencyFieldsProps) {
  return agencyForm.sections.map((section) => (
    <FormSection key={section.id} level={2} title={section.title} help={section.help}>
      {agencyForm.fields
        .filter((field) => field.section === section.id)
        .map((field) => (
          <AgencyField key={field.name} field={field} refused={refused?.[field.name]} />
        ))}
    </FormSection>
  ));
}

interface AgencyFieldProps {
  readonly field: Field;
  readonly refused: string | undefined;
}

const AgencyField = memo(function AgencyField({ field, refused }: AgencyFieldProps) {
  const { name } = field;
  const form = useForm();
  // A field that gives advice follows its answer, which is told on pauses only.
  const advises = field.rules.some(({ advice }) => advice);
  const { meta, input } = useField<string>(name, { subscription: { error: true, touched: true, value: advises } });
  // What the control starts with; afterwards the browser owns it. A select would not take it later.
  const [start] = useState(() => textIn(form.getState().values, name));
  const advice = advises && meta.touched ? adviceOn(name, { [name]: input.value }) : undefined;
  const error = (meta.touched && meta.error) || refused;
  return <FieldControl field={field} defaultValue={start} error={error} warning={advice} />;
});

function textIn(values: Readonly<Record<string, unknown>>, name: string): string {
  const answer = values[name];
  return typeof answer === 'string' ? answer : '';
}
