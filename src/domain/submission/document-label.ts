import { AGENT_INTRODUCTION } from '../agency/documents.ts';
import type { Answers } from '../form/form.ts';
import { SHORT_DOCUMENTS } from '../short/documents.ts';
import { studentDocuments } from '../student/documents.ts';

const LABELS = new Map<string, string>(
  [...SHORT_DOCUMENTS, AGENT_INTRODUCTION].map(({ slot, label }) => [slot, label]),
);
const student = (slot: string) => studentDocuments.find((one) => one.slot === slot);

/** What a slot is called on its form, whichever of the three it is; undefined for a slot that none of them has. */
export const documentLabel = (slot: string, answers: Answers): string | undefined =>
  student(slot)?.label(answers) ?? LABELS.get(slot);

/** All that `documentLabel` may give for a slot, the one without answers first, always in the same order. */
export const documentLabels = (slot: string): readonly string[] =>
  student(slot)?.labels ?? [LABELS.get(slot)].filter((label) => label !== undefined);
