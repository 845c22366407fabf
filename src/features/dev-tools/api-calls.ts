import type { UnknownAction } from '@reduxjs/toolkit';
import type { CallMeta } from '#platform/api.ts';
import { createHolder } from '#platform/holder.ts';

/** One call of RTK Query, as the developer tools keep it. */
export interface ApiCall {
  readonly id: string;
  readonly endpoint: string;
  /** The arguments of the call; a body is among them. */
  readonly asked: unknown;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Milliseconds until the answer; absent while there is none. */
  readonly took?: number;
  readonly isError?: boolean;
  /** What RTK Query made of the answer: its data or the error. */
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

/** Whether an action is a call of RTK Query that begins or ends. */
export const isApiAction = (action: UnknownAction): action is ApiAction => /^api\/execute/.test(action.type);

const KEPT = 100;
const log = createHolder<readonly ApiCall[]>([]);

/** The last 100 calls, newest first; made for `useSyncExternalStore`. */
export const apiCalls = { calls: log.state, subscribe: log.subscribe, clear: () => log.set([]) };

/** Notes a call of RTK Query when it begins and when it ends. For the store's listener middleware. */
export function noteCall({ meta, payload }: ApiAction): void {
  const { requestId: id, requestStatus, arg, baseQueryMeta: request } = meta;
  const now = Date.now();
  if (requestStatus === 'pending') {
    const call = { id, endpoint: arg.endpointName, asked: arg.originalArgs, startedAt: now };
    log.set([call, ...log.state()].slice(0, KEPT));
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
