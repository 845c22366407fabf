import type { Answers } from '../form/form.ts';

/** A place for one PDF. */
export interface DocumentSlot {
  readonly slot: string;
  readonly required: boolean;
  /** What the slot is called; the English test's depends on the answers. */
  readonly label: (answers: Answers) => string;
  /** All names that `label` gives, the one without answers first. Their order stays: links name them by their place. */
  readonly labels: readonly [string, ...string[]];
}

const named = (label: string) => ({ label: () => label, labels: [label] }) as const;
const required = (slot: string, label: string): DocumentSlot => ({ slot, required: true, ...named(label) });
const optional = (slot: string, label: string): DocumentSlot => ({ slot, required: false, ...named(label) });

const TEST_RESULTS = 'English Test Results';
const TRAINING_OFFER = 'ELICOS Training Offer';
const englishTestLabel = ({ hasCompletedEnglishTest }: Answers): string =>
  hasCompletedEnglishTest === 'ELICOS Training' ? TRAINING_OFFER : TEST_RESULTS;

/** All documents of one application together: 100 MB, as the file workflow takes them (R5.4). */
export const TOTAL_DOCUMENT_BYTES = 100 * 1024 * 1024;

/** The documents of a student application: four required, five optional (R5.1). */
export const studentDocuments: readonly DocumentSlot[] = [
  required('year12Evidence', 'Evidence of Year 12 or Vocational Education'),
  required('passport', 'Current Passport'),
  { slot: 'englishTest', required: true, label: englishTestLabel, labels: [TEST_RESULTS, TRAINING_OFFER] },
  required('academicQualifications', 'Academic Qualifications & Transcripts'),
  optional('cv', 'Curriculum Vitae (CV)'),
  optional('statementOfPurpose', 'Statement of Purpose'),
  optional('financialDeclaration', 'Financial Declaration'),
  optional('bankStatement', 'Bank Statement'),
  optional('sponsorDocuments', 'Sponsor Documents'),
];

/** The labels of the required documents that are not among the slots given, in page order. */
export function missingDocuments(slots: readonly string[], answers: Answers): readonly string[] {
  return studentDocuments
    .filter((document) => document.required && !slots.includes(document.slot))
    .map((document) => document.label(answers));
}
