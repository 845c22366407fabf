import { type BaseQueryFn, createApi, type FetchArgs, fetchBaseQuery, retry } from '@reduxjs/toolkit/query/react';
import type { Config } from '#contract/config.ts';
import { configEndpoint } from '#contract/config.ts';
import { type ApiError, isTransient, toApiError } from './api-error.ts';
import { asOwnRequest } from './own-requests.ts';

const READ_RETRIES = 3;
const CALL_TIMEOUT_MS = 35_000;

type Query = BaseQueryFn<string | FetchArgs, unknown, ApiError>;

/** Relative to the page, looked up at the call: nothing touches the window while modules load. */
const fetchQuery = fetchBaseQuery({
  baseUrl: '/',
  timeout: CALL_TIMEOUT_MS,
  responseHandler: 'content-type',
  // The library's own test knows no application/problem+json.
  isJsonContentType: (headers) => /^application\/(.+\+)?json\b/.test(headers.get('Content-Type') ?? ''),
  fetchFn: (input, init) => fetch(input, init),
});

const typedQuery: Query = async (args, api, extra) => {
  const { error, data, meta } = await asOwnRequest(async () => fetchQuery(args, api, extra));
  return error === undefined ? { data } : { error: toApiError(error, meta?.response?.headers) };
};

/** Reads are repeated with growing pauses while the failure may pass; a write is repeated by a person only. */
const baseQuery = retry(typedQuery, {
  retryCondition: (error, _args, { attempt, baseQueryApi }) =>
    baseQueryApi.type === 'query' && attempt <= READ_RETRIES && isTransient(error as ApiError),
});

/**
 * The one RTK Query api. Features add their endpoints with `injectEndpoints` and name the contract's parser as
 * `responseSchema`; an answer that does not fit is an `unreadable` error.
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
