import { flowApplicationSchema, studentApplicationSchema } from './applications.ts';
import { configSchema } from './config.ts';
import { agentListSchema, classificationsSchema, intakeListSchema } from './lists.ts';
import { submissionSchema } from './submission.ts';

/** Our HTTP surface as values (contract §4): the server mounts these, the browser calls these. */
export const ENDPOINTS = {
  config: { method: 'GET', path: '/api/config', response: configSchema },
  agentList: { method: 'GET', path: '/api/agent-list', response: agentListSchema },
  intakes: { method: 'GET', path: '/api/intakes', response: intakeListSchema },
  classifications: { method: 'GET', path: '/api/classifications', response: classificationsSchema },
  putStudentApplication: {
    method: 'PUT',
    path: '/api/student-applications/:id',
    request: studentApplicationSchema,
    response: submissionSchema,
  },
  putShortApplication: {
    method: 'PUT',
    path: '/api/short-applications/:id',
    request: flowApplicationSchema,
    response: submissionSchema,
  },
  putAgentApplication: {
    method: 'PUT',
    path: '/api/agent-applications/:id',
    request: flowApplicationSchema,
    response: submissionSchema,
  },
  submission: { method: 'GET', path: '/api/submissions/:id', response: submissionSchema },
  submissionEvents: { method: 'GET', path: '/api/submissions/:id/events', response: submissionSchema },
} as const;

/** Where tus creates uploads. */
export const UPLOADS_PATH = '/api/uploads';
