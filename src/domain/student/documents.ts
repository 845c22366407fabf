import type { Answers } from '../form/form.ts';

/** A slot for one PDF. */
export interface DocumentSlot<Name extends string = string> {
  readonly slot: Name;
  readonly required: boolean;
  /** The label of the English test depends on the answers. */
  readonly label: (answers: Answers) => string;
  /** All results of `label`, the one without answers first. Never reorder them: links refer to them by index. */
  readonly labels: readonly [string, ...string[]];
}

const named = (label: string) => ({ label: () => label, labels: [label] }) as const;
const required = <Name extends string>(slot: Name, label: string): DocumentSlot<Name> => ({
  slot,
  required: true,
  ...named(label),
});
const optional = <Name extends string>(slot: Name, label: string): DocumentSlot<Name> => ({
  ...required(slot, label),
  required: false,
});

const TEST_RESULTS = 'English Test Results';
const TRAINING_OFFER = 'ELICOS Training Offer';
const englishTestLabel = ({ hasCompletedEnglishTest }: Answers): string =>
  hasCompletedEnglishTest === 'ELICOS Training' ? TRAINING_OFFER : TEST_RESULTS;

/** Limit for all documents of one application: the file workflow accepts 100 MB (R5.4). */
export const TOTAL_DOCUMENT_BYTES = 100 * 1024 * 1024;

const DOCUMENTS = [
  required('year12Evidence', 'Evidence of Year 12 or Vocational Education'),
  required('passport', 'Current Passport'),
  { slot: 'englishTest', required: true, label: englishTestLabel, labels: [TEST_RESULTS, TRAINING_OFFER] },
  required('academicQualifications', 'Academic Qualifications & Transcripts'),
  optional('cv', 'Curriculum Vitae (CV)'),
  optional('statementOfPurpose', 'Statement of Purpose'),
  optional('financialDeclaration', 'Financial Declaration'),
  optional('bankStatement', 'Bank Statement'),
  optional('sponsorDocuments', 'Sponsor Documents'),
] as const satisfies readonly DocumentSlot[];

/** The names of the slots of a student application. */
export type Slot = (typeof DOCUMENTS)[number]['slot'];

/** The documents of a student application: four required, five optional (R5.1). */
export const studentDocuments: readonly DocumentSlot<Slot>[] = DOCUMENTS;

/** The labels of the required documents whose slots are not in `slots`, in page order. */
export function missingDocuments(slots: readonly string[], answers: Answers): readonly string[] {
  return studentDocuments
    .filter((document) => document.required && !slots.includes(document.slot))
    .map((document) => document.label(answers));
}
