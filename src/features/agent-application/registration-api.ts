import type { FlowApplicationBody } from '#contract/applications.ts';
import * as endpoints from '#contract/endpoints.ts';
import type { Submission } from '#domain/submission/submission.ts';
import { api } from '#lib/api.ts';

const pathOf = (path: string, id: string): string => path.replace(':id', encodeURIComponent(id));

/** Where the server tells how a registration goes: its events, and its state. */
export const eventsPath = (id: string): string => pathOf(endpoints.submissionEvents.path, id);
export const statePath = (id: string): string => pathOf(endpoints.submission.path, id);

export const registrationApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The registration's id is the idempotency key: the same again resumes what stopped. */
    putAgentApplication: build.mutation<Submission, { id: string; body: FlowApplicationBody }>({
      query: ({ id, body }) => ({ url: pathOf(endpoints.putAgentApplication.path, id), method: 'PUT', body }),
      responseSchema: endpoints.putAgentApplication.response,
    }),
    /** What became of a registration that was sent before a reload. */
    sentRegistration: build.query<Submission, string>({
      query: statePath,
      responseSchema: endpoints.submission.response,
      keepUnusedDataFor: 0,
    }),
  }),
});
