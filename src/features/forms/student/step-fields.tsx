import { memo } from 'react';
import { FormSection } from '#components/section.tsx';
import type { FormContext } from '#domain/form/form.ts';
import { studentForm } from '#domain/student/form.ts';
import type { AnswersForm } from './answers-form.ts';
import { useShownFields } from './use-shown-fields.ts';
import { type AgentSelector, WizardField } from './wizard-field.tsx';

interface StepFieldsProps {
  readonly form: AnswersForm;
  readonly context: FormContext;
  readonly stepId: string;
  readonly agentSelector: AgentSelector;
}

/** The questions of one step, section by section, as the catalogue lists them and the answers ask for them. */
export const StepFields = memo(function StepFields({ form, context, stepId, agentSelector }: StepFieldsProps) {
  const shown = useShownFields(form, context, stepId);
  return studentForm.sections
    .map((section) => ({ section, fields: shown.filter(({ field }) => field.section === section.id) }))
    .filter(({ fields }) => fields.length > 0)
    .map(({ section, fields }) => (
      <FormSection key={section.id} title={section.title} help={section.help}>
        {fields.map(({ field, required }) => (
          <WizardField
            key={field.name}
            form={form}
            field={field}
            required={required}
            options={field.optionsFrom && context.lists?.[field.optionsFrom]}
            agentSelector={agentSelector}
          />
        ))}
      </FormSection>
    ));
});
