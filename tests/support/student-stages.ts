/** The stages of a student's submission in their order (R7.1). */
export const STUDENT_STAGES = [
  'preparing',
  'cricos-validation',
  'cricos-submission',
  'power-automate',
  'file-forwarding',
  'completion',
] as const;
