import type * as v from 'valibot';

/** Answers are cached and shared, so they must not be changed. */
export type DeepReadonly<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: DeepReadonly<T[Name]> }
    : T;

/** One call of our HTTP API as a value: the server mounts it, the browser calls it. */
export interface Endpoint {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'PATCH' | 'DELETE' | 'OPTIONS';
  /** In the syntax of @koa/router. */
  readonly path: string;
  /** If two endpoints share a path: the query of this one. The other is declared without a query. */
  readonly query?: Readonly<Record<string, string>>;
  /** The `:id` of the path is a UUID, in either case. */
  readonly id?: 'uuid';
  /** Expensive requests have their own rate limit beside the general one. Each counts as this many points. */
  readonly cost?: { readonly account: string; readonly points: number };
  /** `Cache-Control` of the answer: `no-cache` answers have an ETag, so that repeated requests get a 304. */
  readonly cache: 'no-store' | 'no-cache';
  /** The JSON body; without it none is read. */
  readonly request?: v.GenericSchema;
  /** The JSON answer. */
  readonly response?: v.GenericSchema;
  /** The data of server-sent events, instead of an answer. */
  readonly events?: v.GenericSchema;
}
