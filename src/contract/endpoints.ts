import { flowApplicationSchema, studentApplicationSchema } from './applications.ts';
import { agentListSchema, classificationsSchema, intakeListSchema } from './lists.ts';
import { submissionSchema } from './submission.ts';

/**
 * Our HTTP surface as values (contract §4): the server mounts these, the browser calls these. Import the module as a
 * namespace; each script then carries only the parsers of the calls that it makes.
 */
export { configEndpoint as config } from './config.ts';
export const agentList = { method: 'GET', path: '/api/agent-list', response: agentListSchema } as const;
export const intakes = { method: 'GET', path: '/api/intakes', response: intakeListSchema } as const;
export const classifications = {
  method: 'GET',
  path: '/api/classifications',
  response: classificationsSchema,
} as const;
export const putStudentApplication = {
  method: 'PUT',
  path: '/api/student-applications/:id',
  request: studentApplicationSchema,
  response: submissionSchema,
} as const;
export const putShortApplication = {
  method: 'PUT',
  path: '/api/short-applications/:id',
  request: flowApplicationSchema,
  response: submissionSchema,
} as const;
export const putAgentApplication = {
  method: 'PUT',
  path: '/api/agent-applications/:id',
  request: flowApplicationSchema,
  response: submissionSchema,
} as const;
export const submission = { method: 'GET', path: '/api/submissions/:id', response: submissionSchema } as const;
export const submissionEvents = {
  method: 'GET',
  path: '/api/submissions/:id/events',
  response: submissionSchema,
} as const;

/** Where tus creates uploads. */
export const UPLOADS_PATH = '/api/uploads';
