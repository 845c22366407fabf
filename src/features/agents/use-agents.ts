import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import { selectOnline } from '#platform/connection-slice.ts';
import { indexAgents, type ListedAgent } from './agent-index.ts';
import { agentListState, type ListTrouble } from './agent-list-state.ts';
import { AGENTS_FRESH_S, agentsApi } from './agents-api.ts';

const OPTIONS = { refetchOnMountOrArgChange: AGENTS_FRESH_S, refetchOnReconnect: true } as const;
/** One outcome for every selector on the page, kept while the popup is closed. */
const ONE_REFRESH = { fixedCacheKey: 'agent-list' } as const;

export interface Agents {
  /** Ready to be searched; undefined while the first list is on its way. */
  readonly agents: readonly ListedAgent[] | undefined;
  readonly updatedAt: string | undefined;
  readonly trouble: ListTrouble | undefined;
  readonly refreshing: boolean;
  readonly refresh: () => void;
}

/** The agent list as the selector shows it, cached for two minutes and renewed on request. */
export function useAgents(): Agents {
  const { data, error, fulfilledTimeStamp = 0 } = agentsApi.useAgentListQuery(undefined, OPTIONS);
  const [startRefresh, refresh] = agentsApi.useRefreshAgentListMutation(ONE_REFRESH);
  // A good list that came later puts an end to what was said about a refresh.
  const recovered = (data?.source === 'live' || data?.source === 'cache') && fulfilledTimeStamp > startOf(refresh);
  const offline = useSelector(isOffline);
  const { agents, updatedAt, trouble } = agentListState({ data, error, refresh: recovered ? {} : refresh, offline });
  const listed = useMemo(() => agents && indexAgents(agents), [agents]);
  return {
    agents: listed,
    updatedAt,
    trouble,
    refreshing: refresh.isLoading,
    refresh: () => void startRefresh(undefined),
  };
}

const startOf = ({ startedTimeStamp = 0 }: { readonly startedTimeStamp?: number | undefined }): number =>
  startedTimeStamp;

/** A page that does not watch the connection has one. */
const isOffline = ({ connection }: Partial<Parameters<typeof selectOnline>[0]>): boolean =>
  connection !== undefined && !selectOnline({ connection });
