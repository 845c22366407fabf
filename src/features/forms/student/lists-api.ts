import * as endpoints from '#contract/endpoints.ts';
import type { Classifications, IntakeList } from '#contract/lists.ts';
import { api } from '#platform/api.ts';

/** The lists that the server brings from the records API; each has a fallback, so a form never waits for them. */
export const listsApi = api.injectEndpoints({
  endpoints: (build) => ({
    intakes: build.query<IntakeList, void>({
      query: () => endpoints.intakes.path,
      responseSchema: endpoints.intakes.response,
      providesTags: ['intakes'],
    }),
    classifications: build.query<Classifications, void>({
      query: () => endpoints.classifications.path,
      responseSchema: endpoints.classifications.response,
      providesTags: ['classifications'],
    }),
  }),
});

export const { useIntakesQuery, useClassificationsQuery } = listsApi;
