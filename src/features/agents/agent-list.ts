import type { SerializedError } from '@reduxjs/toolkit';
import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import { useCollege } from '#components/college.ts';
import type { AgentList } from '#contract/lists.ts';
import { fallbackAgent } from '#domain/institute.ts';
import type { ApiError } from '#platform/api.ts';
import { selectOnline } from '#platform/connection.ts';
import { type AgentEntry, indexAgents, type ListedAgent } from './agent-index.ts';
import { AGENTS_FRESH_S, agentsApi } from './agents-api.ts';

/** Why the list may be out of date (R10.17). */
export interface ListTrouble {
  readonly title: string;
  /** Which list is shown, and the server's message. */
  readonly lines: readonly string[];
}

export interface AgentListState {
  /** Undefined while the first list is loading. */
  readonly agents: readonly AgentEntry[] | undefined;
  /** ISO date-time; undefined for the built-in agent. */
  readonly updatedAt: string | undefined;
  readonly trouble: ListTrouble | undefined;
}

type Failure = ApiError | SerializedError;
type AgentAnswer = Pick<AgentList, 'source' | 'updatedAt'> & { readonly items: readonly AgentEntry[] };

/** The last good answer, the last failure, and the outcome of the last refresh. */
export interface KnownList {
  readonly data: AgentAnswer | undefined;
  readonly error: Failure | undefined;
  readonly refresh: { readonly data?: AgentAnswer | undefined; readonly error?: Failure | undefined };
  /** No connection: the list is the service worker's copy from an earlier visit, regardless of its `source`. */
  readonly offline?: boolean;
  /** Whose admissions office the built-in agent is. */
  readonly college?: Parameters<typeof fallbackAgent>[0];
}

const CACHED = 'Using cached data due to connection issue';
const BUILT_IN = 'You can choose our admissions office for now, or refresh the list in a moment.';

/** The agents and the notice to show: the live list, else the cached copy, else the built-in admissions entry. */
export function agentListState({ data, error, refresh, offline = false, college }: KnownList): AgentListState {
  if (data === undefined && error === undefined) return { agents: undefined, updatedAt: undefined, trouble: undefined };
  const agents = data?.items ?? [fallbackAgent(college)];
  const builtIn = data === undefined || data.source === 'fallback';
  const updatedAt = builtIn ? undefined : data.updatedAt;
  return { agents, updatedAt, trouble: troubleOf({ data, error, refresh, offline }, builtIn) };
}

function troubleOf({ data, error, refresh, offline }: KnownList, builtIn: boolean): ListTrouble | undefined {
  if (refreshFailed(refresh)) {
    return { title: 'Failed to refresh agents', lines: [builtIn ? BUILT_IN : CACHED, ...statusOf(refresh.error)] };
  }
  if (builtIn) return { title: 'Failed to fetch agents', lines: [...statusOf(error), BUILT_IN] };
  if (error !== undefined || data?.source === 'stale' || offline) return { title: CACHED, lines: statusOf(error) };
  return undefined;
}

/** A refresh has also failed if the server answered with an older list. */
function refreshFailed({ data, error }: KnownList['refresh']): boolean {
  return error !== undefined || data?.source === 'stale' || data?.source === 'fallback';
}

function statusOf(error: Failure | undefined): readonly string[] {
  return error !== undefined && 'status' in error ? [`HTTP error! status: ${error.status}`] : [];
}

const OPTIONS = { refetchOnMountOrArgChange: AGENTS_FRESH_S, refetchOnReconnect: true } as const;
/** Shared by all selectors of the page, and kept while the popup is closed. */
const ONE_REFRESH = { fixedCacheKey: 'agent-list' } as const;

export interface Agents {
  /** Undefined while the first list is loading. */
  readonly agents: readonly ListedAgent[] | undefined;
  readonly updatedAt: string | undefined;
  readonly trouble: ListTrouble | undefined;
  readonly refreshing: boolean;
  readonly refresh: () => void;
}

/** The agent list, cached for two minutes and refreshed on request. */
export function useAgents(): Agents {
  const { data, error, fulfilledTimeStamp = 0 } = agentsApi.useAgentListQuery(undefined, OPTIONS);
  const [startRefresh, refresh] = agentsApi.useRefreshAgentListMutation(ONE_REFRESH);
  // A good list that came later clears the message about a failed refresh.
  const recovered = (data?.source === 'live' || data?.source === 'cache') && fulfilledTimeStamp > startOf(refresh);
  const offline = useSelector(isOffline);
  const college = useCollege();
  const known = { data, error, refresh: recovered ? {} : refresh, offline, college };
  const { agents, updatedAt, trouble } = agentListState(known);
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

/** Without a connection slice the page counts as online. */
const isOffline = ({ connection }: Partial<Parameters<typeof selectOnline>[0]>): boolean =>
  connection !== undefined && !selectOnline({ connection });
