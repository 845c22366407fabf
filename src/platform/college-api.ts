import { collegeEndpoint } from '#contract/college.ts';
import { api } from './api.ts';

/** The college's own texts; the service worker keeps them for a device without a connection. */
export const collegeApi = api.injectEndpoints({
  endpoints: (build) => ({
    college: build.query({
      query: (_none: undefined) => collegeEndpoint.path,
      responseSchema: collegeEndpoint.response,
      keepUnusedDataFor: Number.POSITIVE_INFINITY,
    }),
  }),
});

/** Undefined until they are loaded; empty if the college has none. */
export const useCollegeTexts = () => collegeApi.useCollegeQuery(undefined);
