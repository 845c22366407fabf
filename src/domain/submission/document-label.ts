import { AGENT_INTRODUCTION } from '../agency/documents.ts';
import type { Answers } from '../form/form.ts';
import { SHORT_DOCUMENTS } from '../short/documents.ts';
import { studentDocuments } from '../student/documents.ts';

const LABELS = new Map<string, string>(
  [...SHORT_DOCUMENTS, AGENT_INTRODUCTION].map(({ slot, label }) => [slot, label]),
);
const student = (slot: string) => studentDocuments.find((one) => one.slot === slot);

/** The label of a slot of any of the three forms; undefined for an unknown slot. */
export const documentLabel = (slot: string, answers: Answers): string | undefined =>
  student(slot)?.label(answers) ?? LABELS.get(slot);

/** All results of `documentLabel` for a slot, the one without answers first, always in the same order. */
export const documentLabels = (slot: string): readonly string[] =>
  student(slot)?.labels ?? [LABELS.get(slot)].filter((label) => label !== undefined);
