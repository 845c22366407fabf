import type { Draft, DraftVariant } from './draft.ts';

/** What the list shows of a draft, and what the warning about passport numbers needs. */
export interface DraftSummary {
  readonly id: string;
  readonly variant: DraftVariant;
  /** What the person calls it; '' where the student's name does. */
  readonly label: string;
  /** The student's, as typed so far. */
  readonly firstName: string;
  readonly familyName: string;
  readonly passportNumber: string;
  /** 'name|country', '' without one. */
  readonly selectedAgent: string;
  /** Its start, year-month-day; '' without one. */
  readonly selectedIntake: string;
  readonly step: number;
  readonly completedSteps: readonly number[];
  /** The slots that have a document. */
  readonly slots: readonly string[];
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly changedAt: number;
}

/** Whether 'Your applications' shows it: an agency's registration is no student's, and is found on its form only. */
export const isInList = ({ variant }: Pick<DraftSummary, 'variant'>): boolean => variant !== 'agency';

/** The answers that a summary repeats. */
const SUMMARISED = ['firstName', 'familyName', 'passportNumber', 'selectedAgent', 'selectedIntake'] as const;

const text = (answer: unknown): string => (typeof answer === 'string' ? answer : '');

/** The answers of a summary among others; those that are not given are left out. */
export function summarised(answers: Draft['answers']): Partial<DraftSummary> {
  return Object.fromEntries(SUMMARISED.filter((name) => name in answers).map((name) => [name, text(answers[name])]));
}

export function summaryOf(draft: Draft, slots: readonly string[] = []): DraftSummary {
  const { id, variant, label, step, completedSteps, createdAt, changedAt, answers } = draft;
  const none = { firstName: '', familyName: '', passportNumber: '', selectedAgent: '', selectedIntake: '' };
  return { ...none, ...summarised(answers), id, variant, label, step, completedSteps, slots, createdAt, changedAt };
}
