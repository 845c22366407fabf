import type { Shape } from '#domain/payload/shape.ts';
import { shapeOf, type Value } from '#domain/payload/template.ts';
import { studentForm } from '#domain/student/form.ts';
import { OFFER } from '#domain/student/to-offer.ts';
import { WORKFLOW } from '#domain/student/to-workflow.ts';

/**
 * What the workflow endpoint takes, from the mapping itself: the offer's keys, the flattened education entry, codes as
 * full text (contract §5). Null only where the form lets every question behind the value go unanswered.
 */
export const WORKFLOW_SHAPE: Shape = shapeOf<never>({ ...OFFER, ...WORKFLOW }, (value, onCondition) =>
  isAlwaysAnswered(value, onCondition) ? { ...value.shape, optional: false } : value.shape,
);

/** Whether the form requires an answer to every question behind a value, in whichever case the value is there. */
function isAlwaysAnswered({ fields }: Value<unknown, never>, onCondition: boolean): boolean {
  return fields.every((name) =>
    studentForm.fields
      .filter((field) => field.name === name)
      .every(({ required, requiredWhen, when }) => required && !requiredWhen && (onCondition || !when)),
  );
}
