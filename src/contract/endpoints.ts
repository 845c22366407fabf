import { flowApplicationSchema, studentApplicationSchema } from './applications.ts';
import type { Endpoint } from './endpoint.ts';
import { agentListSchema, classificationsSchema, intakeListSchema } from './lists.ts';
import { submissionSchema } from './submission.ts';

/**
 * Our HTTP surface as values (R11.3): the server mounts these, the browser calls these. Import the module as a
 * namespace; each script then carries only the parsers of the calls that it makes.
 */
export { collegeEndpoint as college } from './college.ts';
export { configEndpoint as config } from './config.ts';

export const agentList = {
  method: 'GET',
  path: '/api/agent-list',
  cache: 'no-cache',
  response: agentListSchema,
} as const satisfies Endpoint;

/** The same past every cache on the way, to the source of the list. */
export const refreshAgentList = {
  method: 'GET',
  path: '/api/agent-list',
  query: { refresh: 'true' },
  cost: { account: 'refresh', points: 10 },
  cache: 'no-cache',
  response: agentListSchema,
} as const satisfies Endpoint;

export const intakes = {
  method: 'GET',
  path: '/api/intakes',
  cache: 'no-cache',
  response: intakeListSchema,
} as const satisfies Endpoint;

export const classifications = {
  method: 'GET',
  path: '/api/classifications',
  cache: 'no-cache',
  response: classificationsSchema,
} as const satisfies Endpoint;

/** The three kinds of application cost the same and share one account. */
const APPLICATION = { account: 'application', points: 3 } as const;

export const putStudentApplication = {
  method: 'PUT',
  path: '/api/student-applications/:id',
  id: 'uuid',
  cost: APPLICATION,
  cache: 'no-store',
  request: studentApplicationSchema,
  response: submissionSchema,
} as const satisfies Endpoint;

export const putShortApplication = {
  method: 'PUT',
  path: '/api/short-applications/:id',
  id: 'uuid',
  cost: APPLICATION,
  cache: 'no-store',
  request: flowApplicationSchema,
  response: submissionSchema,
} as const satisfies Endpoint;

export const putAgentApplication = {
  method: 'PUT',
  path: '/api/agent-applications/:id',
  id: 'uuid',
  cost: APPLICATION,
  cache: 'no-store',
  request: flowApplicationSchema,
  response: submissionSchema,
} as const satisfies Endpoint;

export const submission = {
  method: 'GET',
  path: '/api/submissions/:id',
  id: 'uuid',
  cache: 'no-store',
  response: submissionSchema,
} as const satisfies Endpoint;

export const submissionEvents = {
  method: 'GET',
  path: '/api/submissions/:id/events',
  id: 'uuid',
  cache: 'no-store',
  events: submissionSchema,
} as const satisfies Endpoint;

/** Where tus creates uploads; each is below it. The protocol's own methods are mounted by `server/http/routes/uploads.ts`. */
export const UPLOADS_PATH = '/api/uploads';
