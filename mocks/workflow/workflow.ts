import { readJson } from '../core/read-body.ts';
import type { Answer, Call, Service } from '../core/types.ts';

/**
 * The workflow endpoints of student applications: one for direct ones, one for those made through an agent.
 * They take JSON and answer 202 without a body, as automation services do.
 */
export function workflowServices(guard: (call: Call) => Answer | undefined): Service[] {
  const shared = {
    method: 'POST',
    pace: 'write',
    keyed: true,
    read: readJson,
    guard,
    answer: ({ body }: Call): Answer => (isApplication(body.value) ? { status: 202, body: '' } : rejected(NOT_ONE)),
    scenarios: {
      'rejects-message': () => rejected('The application cannot be taken at the moment.'),
    },
  } as const;
  return [
    { ...shared, name: 'student-workflow', path: '/workflow/student' },
    { ...shared, name: 'agent-workflow', path: '/workflow/agent' },
  ];
}

const NOT_ONE = 'OfferId and SubmissionId are required.';

const rejected = (message: string): Answer => ({ status: 400, body: { error: { code: 'InvalidRequest', message } } });

function isApplication(value: unknown): boolean {
  const { OfferId, SubmissionId } = Object(value) as Record<string, unknown>;
  return typeof OfferId === 'string' && typeof SubmissionId === 'string';
}
