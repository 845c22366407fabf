import type { Draft, DraftVariant } from './draft.ts';

/** What the list shows of a draft, and what the warning about passport numbers needs. */
export interface DraftSummary {
  readonly id: string;
  readonly variant: DraftVariant;
  /** The person's own name for it; '' if the student's name is used. */
  readonly label: string;
  /** The student's names, as typed so far. */
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

/** Whether 'Your applications' shows it. An agency's registration is not a student's; only its form shows it. */
export const isInList = ({ variant }: Pick<DraftSummary, 'variant'>): boolean => variant !== 'agency';

const text = (answer: unknown): string => (typeof answer === 'string' ? answer : '');

export function summaryOf(draft: Draft, slots: readonly string[] = []): DraftSummary {
  const { id, variant, label, step, completedSteps, createdAt, changedAt, answers } = draft;
  return {
    id,
    variant,
    label,
    firstName: text(answers.firstName),
    familyName: text(answers.familyName),
    passportNumber: text(answers.passportNumber),
    selectedAgent: text(answers.selectedAgent),
    selectedIntake: text(answers.selectedIntake),
    step,
    completedSteps,
    slots,
    createdAt,
    changedAt,
  };
}
