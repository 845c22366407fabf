import { flowApplicationSchema, studentApplicationSchema } from './applications.ts';
import type { Endpoint } from './endpoint.ts';
import { agentListSchema, classificationsSchema, intakeListSchema } from './lists.ts';
import { submissionSchema } from './submission.ts';

/**
 * Our HTTP API as values (R11.3): the server mounts them, the browser calls them. Import the module as a namespace, so
 * that each script includes only the parsers that it needs.
 */
export { collegeEndpoint as college } from './college.ts';
export { configEndpoint as config } from './config.ts';

export const agentList = {
  method: 'GET',
  path: '/api/agent-list',
  cache: 'no-cache',
  response: agentListSchema,
} as const satisfies Endpoint;

/** The same from the source of the list, without caches. */
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

/** The three kinds of application have the same cost and share one rate limit. */
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

/** The base path of tus uploads. `server/http/routes/uploads.ts` mounts the methods of the protocol. */
export const UPLOADS_PATH = '/api/uploads';
