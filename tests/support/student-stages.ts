/** The stages of a student's submission in their order (contract §5). */
export const STUDENT_STAGES = [
  'preparing',
  'cricos-validation',
  'cricos-submission',
  'power-automate',
  'file-forwarding',
  'completion',
] as const;
