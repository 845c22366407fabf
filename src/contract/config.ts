import * as v from 'valibot';
import { collegeFactsSchema } from './college.ts';
import type { Endpoint } from './endpoint.ts';

/** `GET /api/config`: what the page must know of the server, and nothing that is secret. */
const configSchema = v.object({
  demo: v.boolean(),
  devTools: v.boolean(),
  /** The college's time zone, for the developers' preview: said only where their tools are on. */
  timeZone: v.optional(v.string()),
  /** How offers are written, for the same preview. */
  recordsDialect: v.optional(v.picklist(['spec', 'rtomanager'])),
  flows: v.object({ student: v.boolean(), agent: v.boolean(), shortForm: v.boolean(), files: v.boolean() }),
  /** If `flows.agent` is false: a mock takes registrations and does not forward them. */
  agentMock: v.optional(v.boolean()),
  /** Whose form this is, where the college has said so (`GET /api/college` has its texts). */
  college: v.optional(collegeFactsSchema),
  limits: v.object({
    /** Bytes of all documents of one draft. */
    totalDocumentBytes: v.number(),
    agentIntroductionBytes: v.number(),
    genericFileBytes: v.number(),
    genericFileCount: v.number(),
    /** Hours that a draft and its uploads live after the last change. */
    draftHours: v.number(),
  }),
});
export type Config = v.InferOutput<typeof configSchema>;

/** Apart from the other endpoints, because it is the only call that the landing page makes. */
export const configEndpoint = {
  method: 'GET',
  path: '/api/config',
  cache: 'no-cache',
  response: configSchema,
} as const satisfies Endpoint;
