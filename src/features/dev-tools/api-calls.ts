import type { UnknownAction } from '@reduxjs/toolkit';
import type { CallMeta } from '#platform/api.ts';
import { createHolder } from '#platform/holder.ts';

/** One call of RTK Query. */
export interface ApiCall {
  readonly id: string;
  readonly endpoint: string;
  /** Includes the body. */
  readonly args: unknown;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Milliseconds until the answer; absent until then. */
  readonly took?: number;
  readonly isError?: boolean;
  /** The parsed data or the error. */
  readonly answer?: unknown;
  readonly request?: CallMeta;
}

interface ApiAction extends UnknownAction {
  readonly payload?: unknown;
  readonly meta: {
    readonly requestId: string;
    readonly requestStatus: 'pending' | 'fulfilled' | 'rejected';
    readonly arg: { readonly endpointName: string; readonly originalArgs: unknown };
    readonly baseQueryMeta?: CallMeta;
  };
}

/** Whether RTK Query dispatched this action at the start or end of a call. */
export const isApiAction = (action: UnknownAction): action is ApiAction => /^api\/execute/.test(action.type);

const MAX_CALLS = 100;
const log = createHolder<readonly ApiCall[]>([]);

/** The last 100 calls, newest first; for `useSyncExternalStore`. */
export const apiCalls = { calls: log.state, subscribe: log.subscribe, clear: () => log.set([]) };

/** Records the start or end of a call. For the store's listener middleware. */
export function recordCall({ meta, payload }: ApiAction): void {
  const { requestId: id, requestStatus, arg, baseQueryMeta: request } = meta;
  const now = Date.now();
  if (requestStatus === 'pending') {
    const call = { id, endpoint: arg.endpointName, args: arg.originalArgs, startedAt: now };
    log.set([call, ...log.state()].slice(0, MAX_CALLS));
    return;
  }
  const ended = { isError: requestStatus === 'rejected', answer: payload, ...(request && { request }) };
  log.set(log.state().map((call) => (call.id === id ? { ...call, ...ended, took: now - call.startedAt } : call)));
}

/** The calls whose text contains every word of the search. */
export function findCalls(calls: readonly ApiCall[], search: string): readonly ApiCall[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return calls.filter((call) => {
    const text = JSON.stringify(call).toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
