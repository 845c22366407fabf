import type { FlowApplicationBody } from '#contract/applications.ts';
import * as endpoints from '#contract/endpoints.ts';
import type { Submission } from '#domain/submission/submission.ts';
import { api } from '#lib/api.ts';

/** Sending a short application: the draft's id is the idempotency key (contract §4). */
export const shortApi = api.injectEndpoints({
  endpoints: (build) => ({
    putShortApplication: build.mutation<Submission, { id: string; body: FlowApplicationBody }>({
      query: ({ id, body }) => ({ url: endpoints.putShortApplication.path.replace(':id', id), method: 'PUT', body }),
      responseSchema: endpoints.putShortApplication.response,
    }),
  }),
});

export const { usePutShortApplicationMutation } = shortApi;
