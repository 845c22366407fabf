import { checkShape, type Shape, type StructureProblem } from '#domain/payload/shape.ts';
import { shapeOf, type Value } from '#domain/payload/template.ts';
import { OFFER_CHECKS } from '#domain/student/check-offer.ts';
import { studentForm } from '#domain/student/form.ts';
import { OFFER } from '#domain/student/to-cricos-offer.ts';
import { WORKFLOW } from '#domain/student/to-workflow.ts';

/** `offerChecks` has the messages of R7.6. */
export type Verdict =
  | { readonly kind: 'valid' }
  | { readonly kind: 'not-json'; readonly reason: string }
  | {
      readonly kind: 'invalid';
      readonly problems: readonly StructureProblem[];
      readonly offerChecks: readonly string[];
    };

/** Never throws. */
export function checkWorkflowText(text: string): Verdict {
  const parsed = parse(text);
  if ('reason' in parsed) return { kind: 'not-json', reason: parsed.reason };
  const problems = checkShape(WORKFLOW_SHAPE, parsed.value);
  if (problems.length === 0) return { kind: 'valid' };
  const paths = new Set(problems.map(({ path }) => path));
  return {
    kind: 'invalid',
    problems,
    offerChecks: Object.entries(OFFER_CHECKS)
      .filter(([path]) => paths.has(path))
      .map(([, message]) => message),
  };
}

function parse(text: string): { readonly value: unknown } | { readonly reason: string } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * The structure of workflow JSON, derived from the mapping (R9.3, R9.4). A value may be null only if the form requires
 * no answer to its questions.
 */
const WORKFLOW_SHAPE: Shape = shapeOf<never>({ ...OFFER, ...WORKFLOW }, (value, onCondition) =>
  isAlwaysAnswered(value, onCondition) ? { ...value.shape, optional: false } : value.shape,
);

/** Whether the form requires an answer to every question of a value, in each case in which the value exists. */
function isAlwaysAnswered({ fields }: Value<unknown, never>, onCondition: boolean): boolean {
  return fields.every((name) =>
    studentForm.fields
      .filter((field) => field.name === name)
      .every(({ required, requiredWhen, when }) => required && !requiredWhen && (onCondition || !when)),
  );
}
