import type { Stage, StageIssue } from './submission.ts';

/** The `technical` of issues about a document that was accepted: it is gone, or it is not what it was. */
export const DOCUMENT_MISSING = 'document-missing';
export const DOCUMENT_CHANGED = 'document-changed';

/** Whether an issue is about a document that the server lost; its `field` is the slot. */
export const isAboutLostDocument = ({ technical }: StageIssue): boolean =>
  technical === DOCUMENT_MISSING || technical === DOCUMENT_CHANGED;

/** The slots of the documents that a submission has stopped for, because the server lost them; mostly none. */
export function lostSlots(stages: readonly Pick<Stage, 'state' | 'error'>[]): readonly string[] {
  const issues = stages.find(({ state }) => state === 'error')?.error?.errors ?? [];
  return issues.filter(isAboutLostDocument).map(({ field }) => field);
}
