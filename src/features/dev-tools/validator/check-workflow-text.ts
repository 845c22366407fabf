import { checkShape, type StructureProblem } from '#domain/payload/shape.ts';
import { OFFER_CHECKS } from '#domain/student/offer-checks.ts';
import { WORKFLOW_SHAPE } from './workflow-shape.ts';

/** What a text is as workflow JSON: `offer checks` are the seven of spec §5, `structure` everything else. */
export type Verdict =
  | { readonly kind: 'valid' }
  | { readonly kind: 'not-json'; readonly reason: string }
  | {
      readonly kind: 'invalid';
      readonly problems: readonly StructureProblem[];
      readonly offerChecks: readonly string[];
    };

/** Judges one workflow JSON, pasted or mapped. Never throws. */
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
