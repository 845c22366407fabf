import type * as v from 'valibot';

/** Callers may share an answer, so none of them may change it. */
export type DeepReadonly<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: DeepReadonly<T[Name]> }
    : T;

/** One call of our HTTP surface, as a value: the server mounts it, the browser calls it. */
export interface Endpoint {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'PATCH' | 'DELETE' | 'OPTIONS';
  /** As @koa/router reads it. */
  readonly path: string;
  /** Where two endpoints share a path: the query that tells this one from the other, which is declared without one. */
  readonly query?: Readonly<Record<string, string>>;
  /** The `:id` of the path is a UUID, in either case. */
  readonly id?: 'uuid';
  /**
   * Expensive requests have their own rate limit beside the general one. Each request counts as this many points.
   */
  readonly cost?: { readonly account: string; readonly points: number };
  /** `Cache-Control` of the answer: `no-cache` answers carry an ETag, so that asking again costs a 304. */
  readonly cache: 'no-store' | 'no-cache';
  /** The JSON body; without it none is read. */
  readonly request?: v.GenericSchema;
  /** The JSON answer. */
  readonly response?: v.GenericSchema;
  /** Instead of an answer, a stream of server-sent events that carry this. */
  readonly events?: v.GenericSchema;
}
