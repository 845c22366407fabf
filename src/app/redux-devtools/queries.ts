import type { Config } from '#contract/config.ts';
import type { AgentList, Classifications, IntakeList } from '#contract/lists.ts';
import type { Problem } from '#contract/problem.ts';
import type { agentsApi } from '#features/agents/agents-api.ts';
import type { listsApi } from '#features/forms/student/lists.ts';
import type { submissionApi } from '#features/submission/submission-api.ts';
import type { collegeApi } from '#platform/college-api.ts';
import type { RootState } from '../root-reducer.ts';
import { answers, body, submission, variant } from './applications.ts';
import {
  code,
  counted,
  each,
  fields,
  figure,
  flag,
  hidden,
  isoMoment,
  MASK,
  map,
  nanoId,
  oneOf,
  type Show,
  uuid,
} from './show.ts';

type Endpoints = (typeof collegeApi)['endpoints'] &
  (typeof agentsApi)['endpoints'] &
  (typeof listsApi)['endpoints'] &
  (typeof submissionApi)['endpoints'];
/** What may be seen of an endpoint's argument and of its answer. */
interface ShownEndpoint {
  readonly arg: Show;
  readonly data: Show;
}
const source = oneOf('live', 'cache', 'stale', 'fallback');
const agents: ShownEndpoint = {
  arg: hidden,
  data: fields<AgentList>({ items: counted, source, updatedAt: isoMoment, total: figure }),
};

const limits = fields<Config['limits']>({
  totalDocumentBytes: figure,
  agentIntroductionBytes: figure,
  genericFileBytes: figure,
  genericFileCount: figure,
  draftHours: figure,
});
const flows = fields<Config['flows']>({ student: flag, agent: flag, shortForm: flag, files: flag });

const ENDPOINTS = new Map(
  Object.entries<ShownEndpoint>({
    config: {
      arg: hidden,
      data: fields<Config>({
        demo: flag,
        devTools: flag,
        timeZone: hidden,
        recordsDialect: hidden,
        flows,
        agentMock: flag,
        college: hidden,
        limits,
      }),
    },
    college: { arg: hidden, data: hidden },
    agentList: agents,
    refreshAgentList: agents,
    intakes: { arg: hidden, data: fields<IntakeList>({ items: counted, source, updatedAt: isoMoment }) },
    classifications: {
      arg: hidden,
      data: fields<Classifications>({
        employmentStatuses: counted,
        industries: counted,
        occupations: counted,
        qualificationLevels: counted,
        qualificationRecognitions: counted,
        visaTypes: counted,
        source: hidden,
      }),
    },
    submission: { arg: uuid, data: submission },
    putApplication: {
      arg: fields<{ id: string; variant: string; body: object }>({ id: uuid, variant, body }),
      data: submission,
    },
  } satisfies Record<keyof Endpoints, ShownEndpoint>),
);
/** Of what no endpoint of ours has brought. */
const NOTHING: ShownEndpoint = { arg: hidden, data: hidden };
const endpointName = oneOf(...ENDPOINTS.keys());
const isEndpoint = (name: string): boolean => ENDPOINTS.has(name);
const endpointOf = (name: unknown): ShownEndpoint => ENDPOINTS.get(String(name)) ?? NOTHING;

/** What may be seen of RTK Query: which endpoint was asked, how it went, and of arguments and answers what is harmless. */

/** `name({"…"})`: the argument stands in the key, and is shown where there is none or it is an id of ours. */
const cacheKey: Show = (key) => {
  const [, name = '', arg = ''] = /^(\w+)\((.*)\)$/s.exec(String(key)) ?? [];
  if (!isEndpoint(name)) return key === 'agent-list' ? key : hidden(key);
  return arg === 'undefined' || uuid(arg.replaceAll('"', '')) !== MASK ? key : `${name}(${MASK})`;
};
const requestId: Show = (id) => (id === 'agent-list' ? id : nanoId(id));

const problem = fields<Problem>({
  type: hidden,
  title: hidden,
  status: figure,
  code,
  detail: hidden,
  fieldErrors: answers,
  errors: counted,
});
const apiError = fields<{ kind: string; status: number; problem: Problem; retryAfter: number }>({
  kind: oneOf('problem', 'http', 'network', 'unreadable'),
  status: figure,
  problem,
  retryAfter: figure,
});

const setting: Show = (value) => (typeof value === 'boolean' ? value : figure(value));
const subscription = map(
  oneOf('pollingInterval', 'skipPollingIfUnfocused', 'refetchOnFocus', 'refetchOnReconnect'),
  setting,
);

/** What the library keeps of a query or a mutation, or says of it in an action, with the argument and the answer of its endpoint. */
const bookkeeping = ({ arg, data }: ShownEndpoint): Show =>
  fields({
    status: oneOf('uninitialized', 'pending', 'fulfilled', 'rejected'),
    endpointName,
    queryCacheKey: cacheKey,
    fixedCacheKey: requestId,
    requestId,
    requestStatus: oneOf('pending', 'fulfilled', 'rejected'),
    type: oneOf('query', 'mutation'),
    startedTimeStamp: figure,
    fulfilledTimeStamp: figure,
    subscribe: flag,
    track: flag,
    forceRefetch: setting,
    aborted: flag,
    condition: flag,
    rejectedWithValue: flag,
    RTK_autoBatch: flag,
    subscriptionOptions: subscription,
    options: subscription,
    originalArgs: arg,
    error: apiError,
    data,
    // What an event of the server changes: the whole answer; parts of one are not taken apart here.
    patches: each(wholeOnly(data)),
    arg: (value) => bookkeeping({ arg, data })(value),
  });

const wholeOnly =
  (data: Show): Show =>
  (patch) => {
    const whole = isObject(patch) && Array.isArray(patch.path) && patch.path.length === 0;
    return fields({ op: oneOf('add', 'remove', 'replace'), path: counted, value: whole ? data : hidden })(patch);
  };

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Something of the library's that says itself which endpoint it is of. */
const entry: Show = (value) => bookkeeping(endpointNamed(value))(value);

function endpointNamed(value: unknown): ShownEndpoint {
  if (!isObject(value)) return NOTHING;
  const { endpointName: name, queryCacheKey, arg } = value;
  if (isObject(arg)) return endpointNamed(arg);
  return endpointOf(name ?? String(queryCacheKey).split('(')[0]);
}

const tagId: Show = (id) => (id === '__internal_without_id' ? id : uuid(id));
const tagType = oneOf('agents', 'intakes', 'classifications', 'submission');

export const apiState = fields({
  queries: map(cacheKey, entry),
  mutations: map(requestId, entry),
  provided: fields({
    tags: map(tagType, map(tagId, each(cacheKey))),
    keys: map(cacheKey, each(fields({ type: tagType, id: tagId }))),
  }),
  subscriptions: map(cacheKey, map(requestId, subscription)),
  config: fields<RootState['api']['config']>({
    reducerPath: oneOf('api'),
    online: flag,
    focused: flag,
    middlewareRegistered: oneOf(true, false, 'conflict'),
    keepUnusedDataFor: figure,
    invalidationBehavior: oneOf('delayed', 'immediately'),
    refetchOnMountOrArgChange: setting,
    refetchOnReconnect: setting,
    refetchOnFocus: setting,
  }),
});

/** The library's own actions, by their whole types: a type is text, too. */
const QUERY_ACTIONS = new Set([
  ...['focused', 'unfocused', 'online', 'offline'].map((name) => `__rtkq/${name}`),
  ...['executeQuery', 'executeMutation'].flatMap((name) =>
    ['pending', 'fulfilled', 'rejected'].map((status) => `api/${name}/${status}`),
  ),
  ...['removeQueryResult', 'cacheEntriesUpserted', 'queryResultPatched'].map((name) => `api/queries/${name}`),
  'api/mutations/removeMutationResult',
  'api/invalidation/updateProvidedBy',
  'api/subscriptions/updateSubscriptionOptions',
  'api/subscriptions/unsubscribeQueryResult',
  'api/subscriptions/internal_getRTKQSubscriptions',
  'api/internalSubscriptions/subscriptionsUpdated',
  'api/config/middlewareRegistered',
  'api/invalidateTags',
  'api/resetApiState',
]);

export const isQueryAction = (type: string): boolean => QUERY_ACTIONS.has(type);

/** An action of the library's; what the server has answered is of the endpoint that was asked. */
export const queryAction: Show = (action) => {
  const { type = '', meta, payload } = isObject(action) ? action : {};
  const endpoint = endpointNamed(meta);
  const answer = String(type).endsWith('/fulfilled') ? endpoint.data : apiError;
  const isAnswer = isObject(meta) && 'requestStatus' in meta;
  return fields({
    type: oneOf(...QUERY_ACTIONS),
    meta: bookkeeping(endpoint),
    payload: isAnswer ? answer : Array.isArray(payload) ? each(entry) : entry,
    error: hidden,
  })(action);
};
