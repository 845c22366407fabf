import type { FetchBaseQueryError, FetchBaseQueryMeta } from '@reduxjs/toolkit/query';
import { type BaseQueryFn, createApi, type FetchArgs, fetchBaseQuery, retry } from '@reduxjs/toolkit/query/react';
import { type Config, configEndpoint } from '#contract/config.ts';
import type { Problem } from '#contract/problem.ts';
import { importWithRetry } from './import-with-retry.ts';

/** What can go wrong with a call to our server, as data that fits into the store. */
export type ApiError =
  /** The server answered with a problem document (RFC 9457). `retryAfter` in seconds. */
  | { readonly kind: 'problem'; readonly status: number; readonly problem: Problem; readonly retryAfter?: number }
  /** Something between us and our server answered, for example a proxy. */
  | { readonly kind: 'http'; readonly status: number; readonly retryAfter?: number }
  /** No answer: no connection, cut off, too slow. */
  | { readonly kind: 'network' }
  /** A success that is not what the contract says, for example the sign-in page of a Wi-Fi. */
  | { readonly kind: 'unreadable' };

/** The typed error of what fetchBaseQuery met. */
async function toApiError(error: FetchBaseQueryError, headers?: Headers): Promise<ApiError> {
  if (error.status === 'PARSING_ERROR') {
    return error.originalStatus < 400 ? { kind: 'unreadable' } : { kind: 'http', status: error.originalStatus };
  }
  if (typeof error.status === 'string') return { kind: 'network' };
  if (error.status < 400) return { kind: 'unreadable' };
  const seconds = Number(headers?.get('Retry-After') ?? Number.NaN);
  const wait = Number.isFinite(seconds) ? { retryAfter: seconds } : {};
  const problem = await readProblem(error.data);
  if (problem !== undefined) return { kind: 'problem', status: error.status, problem, ...wait };
  return { kind: 'http', status: error.status, ...wait };
}

/**
 * Undefined for any other body. The parser comes with the scripts of the forms, because the landing page sends nothing
 * that can be refused.
 */
const readProblem = (body: unknown): Promise<Problem | undefined> =>
  importWithRetry(() => import('#contract/problem.ts')).then(
    ({ problemIn }) => problemIn(body),
    () => undefined,
  );

/** Whether our server answered that it does not know the thing asked for. Takes any error of a query. */
export const isNotFound = (error: object | undefined): boolean =>
  isOurs(error) && 'status' in error && error.status === 404;

/**
 * Whether our server gave this error. Only a problem document says so: the page of a firewall, a proxy or a Wi-Fi that
 * answers in its place counts as no answer, whatever its status (R6.7).
 */
const isOurs = (error: object | undefined): error is { readonly kind: 'problem' } =>
  error !== undefined && 'kind' in error && error.kind === 'problem';

/** Whether the same call may succeed later. Without an answer of our server, it may. */
export function isTransient(error: ApiError): boolean {
  if (!isOurs(error)) return true;
  return error.status === 408 || error.status === 429 || error.status >= 500;
}

/**
 * Whether something else answered in place of our server and will probably do the same with other calls. A proxy's 5xx
 * does not count: it means that our server is away.
 */
export const isForeign = (error: ApiError): boolean =>
  error.kind === 'unreadable' || (error.kind === 'http' && error.status < 500);

/**
 * The person's own requests (lists, the submission itself) go before background work: uploads yield to them. Health
 * probes are not counted.
 */
let openRequests = 0;
let waiting: (() => void)[] = [];

/** Makes one of the person's own requests. */
export async function asOwnRequest<T>(request: () => PromiseLike<T>): Promise<T> {
  openRequests += 1;
  try {
    return await request();
  } finally {
    openRequests -= 1;
    if (openRequests === 0) {
      const passed = waiting;
      waiting = [];
      for (const resume of passed) resume();
    }
  }
}

/** Resolves when none of the person's own requests is running. */
export async function whenNoneIsOwn(): Promise<void> {
  while (openRequests > 0) await new Promise<void>((resolve) => waiting.push(resolve));
}

const READ_RETRIES = 3;
const CALL_TIMEOUT_MS = 35_000;

/** A call as it went out and the head of its answer, for the developer tools. */
export interface CallMeta {
  readonly method: string;
  readonly path: string;
  /** Absent if no answer came. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

type Query = BaseQueryFn<string | FetchArgs, unknown, ApiError, object, CallMeta>;

/** Relative to the page, and read at the call: no module touches the window while it loads. */
const fetchQuery = fetchBaseQuery({
  baseUrl: '/',
  timeout: CALL_TIMEOUT_MS,
  responseHandler: 'content-type',
  // The library's own test knows no application/problem+json.
  isJsonContentType: (headers) => /^application\/(.+\+)?json\b/.test(headers.get('Content-Type') ?? ''),
  // Our answers are JSON. An HTML page with status 200 is not from our server.
  validateStatus: ({ ok }, body) => ok && typeof body !== 'string',
  fetchFn: (input, init) => fetch(input, init),
});

const typedQuery: Query = async (args, api, extra) => {
  const { error, data, meta: raw } = await asOwnRequest(async () => fetchQuery(args, api, extra));
  const meta = raw ? { meta: metaOf(raw) } : {};
  return error === undefined ? { data, ...meta } : { error: await toApiError(error, raw?.response?.headers), ...meta };
};

/** Plain data, because Redux DevTools shows what an action carries. */
function metaOf({ request, response }: FetchBaseQueryMeta): CallMeta {
  const call = { method: request.method, path: request.url.replace(location.origin, '') };
  return response ? { ...call, status: response.status, headers: Object.fromEntries(response.headers) } : call;
}

/** Reads are retried with growing pauses if the failure may pass. Only the person repeats a write. */
const baseQuery = retry(typedQuery, {
  retryCondition: (error, _args, { attempt, baseQueryApi }) =>
    baseQueryApi.type === 'query' && attempt <= READ_RETRIES && isTransient(error as ApiError),
});

/**
 * The one RTK Query api. Features add endpoints with `injectEndpoints` and pass the contract's parser as
 * `responseSchema`. An answer that does not fit is an `unreadable` error.
 */
export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  catchSchemaFailure: (): ApiError => ({ kind: 'unreadable' }),
  tagTypes: ['agents', 'intakes', 'classifications', 'submission'],
  endpoints: (build) => ({
    /** What the page must know of the server: demo mode, developer tools, limits. */
    config: build.query<Config, void>({
      query: () => configEndpoint.path,
      responseSchema: configEndpoint.response,
    }),
  }),
});

export const { useConfigQuery } = api;
