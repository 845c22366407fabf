import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Bucket } from './bucket.ts';

/** One parsed S3 call. */
export interface S3Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly bucket: Bucket;
  readonly bucketName: string;
  /** Decoded; empty for calls to the bucket itself. */
  readonly key: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** The maximum number of entries on one page of a list. */
  readonly pageSize: number;
}

/** The answer; an operation that streams its answer returns nothing. */
export interface S3Answer {
  readonly status: number;
  readonly xml?: string;
  readonly headers?: Readonly<Record<string, string | number>>;
}

export type Operation = (call: S3Call) => Promise<S3Answer | undefined> | S3Answer;
