import type { Field, FieldKind } from '#domain/form/form.ts';

const YES_NO = [
  { value: 'Yes', label: 'Yes' },
  { value: 'No', label: 'No' },
];

/** A field of the catalogue as a component sees it. */
export function sampleField(kind: FieldKind, more: Partial<Field> = {}): Field {
  return {
    name: 'sample',
    kind,
    step: 'personal',
    section: 'person',
    label: 'Sample',
    rules: [],
    ...(kind === 'radio' || kind === 'select' ? { options: YES_NO } : {}),
    ...more,
  };
}
