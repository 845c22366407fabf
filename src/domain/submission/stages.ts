/**
 * The stages of a submission, by kind and in order (R7.1).
 * Short and agent applications go straight to their automation flow.
 */
export const STUDENT_STAGES = [
  'preparing',
  'cricos-validation',
  'cricos-submission',
  'power-automate',
  'file-forwarding',
  'completion',
] as const;

const FLOW_STAGES = ['preparing', 'power-automate', 'completion'] as const;

export type StageName = (typeof STUDENT_STAGES)[number];
export type StageState = 'pending' | 'in-progress' | 'completed' | 'error';
export type SubmissionKind = 'student' | 'short' | 'agent';
export type SubmissionStatus = 'processing' | 'error' | 'processed';

export const STAGES_BY_KIND = {
  student: STUDENT_STAGES,
  short: FLOW_STAGES,
  agent: FLOW_STAGES,
} as const satisfies Readonly<Record<SubmissionKind, readonly StageName[]>>;

/** After this stage an outside service has the application, and another body is refused (R7.15). */
export const POINT_OF_NO_RETURN: Readonly<Record<SubmissionKind, StageName>> = {
  student: 'cricos-submission',
  short: 'power-automate',
  agent: 'power-automate',
};

export const STAGE_TITLES: Readonly<Record<StageName, string>> = {
  preparing: 'Preparing your application',
  'cricos-validation': 'Checking your answers',
  'cricos-submission': 'Sending your application',
  'power-automate': 'Sending to our admissions team',
  'file-forwarding': 'Sending your documents',
  completion: 'Done',
};
