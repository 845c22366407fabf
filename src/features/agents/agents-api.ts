import * as endpoints from '#contract/endpoints.ts';
import { api } from '#platform/api.ts';

/** A list is fresh for two minutes (R10.15). In seconds, as RTK Query expects. */
export const AGENTS_FRESH_S = 120;

const { path, response } = endpoints.agentList;

export const agentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    agentList: build.query({
      query: (_none: undefined) => path,
      responseSchema: response,
      keepUnusedDataFor: AGENTS_FRESH_S,
      providesTags: ['agents'],
    }),
    /** A forced refresh without caches (R10.15). As a mutation it is not retried, and a failure keeps the present list. */
    refreshAgentList: build.mutation({
      query: (_none: undefined) => ({
        url: endpoints.refreshAgentList.path,
        params: endpoints.refreshAgentList.query,
        headers: { 'Cache-Control': 'no-cache', Pragma: 'no-cache' },
      }),
      responseSchema: response,
      async onQueryStarted(_none, { dispatch, getState, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => undefined);
        if (answer === undefined) return;
        const { data: known } = agentsApi.endpoints.agentList.select(undefined)(getState());
        // The built-in agent must not replace a real list.
        if (answer.data.source === 'fallback' && known !== undefined) return;
        await dispatch(agentsApi.util.upsertQueryData('agentList', undefined, answer.data));
      },
    }),
  }),
});
