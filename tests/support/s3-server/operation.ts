import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Bucket } from './bucket.ts';

/** One S3 call, taken apart. */
export interface S3Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly bucket: Bucket;
  readonly bucketName: string;
  /** Decoded; empty for calls to the bucket itself. */
  readonly key: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** Most entries of one page of a list. */
  readonly pageSize: number;
}

/** What is to be said; an operation that streams its answer returns nothing. */
export interface S3Answer {
  readonly status: number;
  readonly xml?: string;
  readonly headers?: Readonly<Record<string, string | number>>;
}

export type Operation = (call: S3Call) => Promise<S3Answer | undefined> | S3Answer;
