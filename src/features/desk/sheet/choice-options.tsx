import type { Field } from '#domain/form/form.ts';
import { allowedOptions, type SheetContext } from './sheet-columns.ts';

/** Whether a person chooses from a list for a field; agents are too many for one. */
export const hasChoices = ({ kind, options, optionsFrom }: Field): boolean =>
  kind === 'checkbox' || (kind !== 'agent' && (options ?? optionsFrom) !== undefined);

/** The choices of a field, for a list in which one is chosen; each with what a cell would have. */
export function ChoiceOptions({ field, context }: { readonly field: Field; readonly context: SheetContext }) {
  return (allowedOptions(field, context) ?? []).map(({ value, label }) => (
    <option key={value} value={field.kind === 'checkbox' ? label : value}>
      {label}
    </option>
  ));
}
