import * as v from 'valibot';
import { collegeFactsSchema } from './college.ts';
import type { Endpoint } from './endpoint.ts';

/** `GET /api/config`: the server's settings for the page, without secrets. */
const configSchema = v.object({
  demo: v.boolean(),
  devTools: v.boolean(),
  /** The college's time zone, for the developers' preview; absent without developer tools. */
  timeZone: v.optional(v.string()),
  /** The format of offers, for the same preview. */
  recordsDialect: v.optional(v.picklist(['spec', 'rtomanager'])),
  flows: v.object({ student: v.boolean(), agent: v.boolean(), shortForm: v.boolean(), files: v.boolean() }),
  /** If `flows.agent` is false: a mock accepts registrations without forwarding them. */
  agentMock: v.optional(v.boolean()),
  /** The college, if configured (`GET /api/college` has its texts). */
  college: v.optional(collegeFactsSchema),
  limits: v.object({
    /** Bytes of all documents of one draft. */
    totalDocumentBytes: v.number(),
    agentIntroductionBytes: v.number(),
    genericFileBytes: v.number(),
    genericFileCount: v.number(),
    /** Hours until a draft and its uploads expire after the last change. */
    draftHours: v.number(),
  }),
});
export type Config = v.InferOutput<typeof configSchema>;

/** In its own module, since it is the only call of the landing page. */
export const configEndpoint = {
  method: 'GET',
  path: '/api/config',
  cache: 'no-cache',
  response: configSchema,
} as const satisfies Endpoint;
