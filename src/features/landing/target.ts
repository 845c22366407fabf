/** The views that the landing pages lead to. */
export type LandingTarget = 'agent' | 'student-form' | 'agent-student-form' | 'new-agent' | 'short-form';
