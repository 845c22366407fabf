import { FormSection } from '#components/section.tsx';
import { agencyForm } from '#domain/agency/form.ts';
import { todayOf } from '#domain/form/calendar.ts';
import type { Field, FieldErrors } from '#domain/form/form.ts';
import { adviseField } from '#domain/form/validate.ts';
import { FormField } from '../kit/form-field.tsx';

interface AgencyFieldsProps {
  /** The answers that the server refused, by field name. */
  readonly refused: FieldErrors | undefined;
}

/** The questions to an agency, section by section, as the catalogue lists them. */
export function AgencyFields({ refused }: AgencyFieldsProps) {
  return agencyForm.sections.map((section) => (
    <FormSection key={section.id} level={2} title={section.title} help={section.help}>
      {agencyForm.fields
        .filter((field) => field.section === section.id)
        .map((field) => (
          <FormField
            key={field.name}
            field={field}
            refused={refused?.[field.name]}
            warningFor={givesAdvice(field) ? warningFor : undefined}
          />
        ))}
    </FormSection>
  ));
}

/** A field with a warning follows its answer, which is stored at pauses only. */
const givesAdvice = ({ rules }: Field): boolean => rules.some(({ advice }) => advice);

/** A warning about an answer that is still accepted: wrong check digits. */
const warningFor = (name: string, answer: string): string | undefined =>
  adviseField(agencyForm, name, { [name]: answer }, { today: todayOf(new Date()) });
