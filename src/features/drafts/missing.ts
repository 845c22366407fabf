import { missingDocuments } from '#domain/student/documents.ts';
import { studentForm } from '#domain/student/form.ts';
import type { DraftSummary } from './draft-summary.ts';

/** What a student application still needs, in words; undefined for the short application, which is one page. */
export function missingInWords({ variant, completedSteps, slots }: DraftSummary): string | undefined {
  if (variant === 'short') return undefined;
  const steps = studentForm.steps.map((_step, index) => index + 1).filter((step) => !completedSteps.includes(step));
  const documents = missingDocuments(slots, {}).length;
  const parts = [
    ...(steps.length > 0 ? [`${steps.length === 1 ? 'step' : 'steps'} ${steps.join(', ')}`] : []),
    ...(documents > 0 ? [`${documents} ${documents === 1 ? 'document' : 'documents'}`] : []),
  ];
  return parts.length === 0 ? 'Nothing is missing' : `Missing: ${parts.join('; ')}`;
}
