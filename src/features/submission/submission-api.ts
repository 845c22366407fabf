import type { ApplicationBody, FlowApplicationBody } from '#contract/applications.ts';
import * as endpoints from '#contract/endpoints.ts';
import type { Submission } from '#domain/submission/submission.ts';
import { api } from '#platform/api.ts';
import { followSubmission } from './follow-submission.ts';

const pathOf = (path: string, id: string): string => path.replace(':id', encodeURIComponent(id));

/** Sending an application, and its stages as they happen (contract §4). */
export const submissionApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The draft's id is the idempotency key: the same body again resumes, a corrected one replaces. */
    putStudentApplication: build.mutation<Submission, { id: string; body: ApplicationBody }>({
      query: ({ id, body }) => ({ url: pathOf(endpoints.putStudentApplication.path, id), method: 'PUT', body }),
      responseSchema: endpoints.putStudentApplication.response,
    }),
    /** The same for a short application. */
    putShortApplication: build.mutation<Submission, { id: string; body: FlowApplicationBody }>({
      query: ({ id, body }) => ({ url: pathOf(endpoints.putShortApplication.path, id), method: 'PUT', body }),
      responseSchema: endpoints.putShortApplication.response,
    }),
    /** The same for an agency's registration. */
    putAgentApplication: build.mutation<Submission, { id: string; body: FlowApplicationBody }>({
      query: ({ id, body }) => ({ url: pathOf(endpoints.putAgentApplication.path, id), method: 'PUT', body }),
      responseSchema: endpoints.putAgentApplication.response,
    }),
    /** Kept up to date by the server's events for as long as somebody looks at it. */
    submission: build.query<Submission, string>({
      query: (id) => pathOf(endpoints.submission.path, id),
      responseSchema: endpoints.submission.response,
      providesTags: (_data, _error, id) => [{ type: 'submission', id }],
      async onCacheEntryAdded(id, { cacheDataLoaded, cacheEntryRemoved, updateCachedData }) {
        // Nothing to follow when the first answer was an error.
        const loaded = await cacheDataLoaded.catch(() => undefined);
        if (!loaded) return;
        const events = pathOf(endpoints.submissionEvents.path, id);
        const stop = followSubmission(events, pathOf(endpoints.submission.path, id), (submission) =>
          updateCachedData(() => submission),
        );
        await cacheEntryRemoved;
        stop();
      },
    }),
  }),
});

export const { useSubmissionQuery } = submissionApi;
