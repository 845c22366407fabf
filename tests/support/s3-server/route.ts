import { deleteObjects, headBucket, listMultipartUploads, listObjects } from './bucket-operations.ts';
import {
  abortMultipartUpload,
  completeMultipartUpload,
  createMultipartUpload,
  listParts,
  uploadPart,
} from './multipart-operations.ts';
import { deleteObject, getObject, headObject, putObject } from './object-operations.ts';
import type { Operation } from './operation.ts';

interface Route {
  readonly operation: OperationName;
  readonly method: string;
  readonly on: 'bucket' | 'object';
  /** A required query name; routes with one come first. */
  readonly query?: string;
}

const OPERATIONS = {
  DeleteObjects: deleteObjects,
  ListMultipartUploads: listMultipartUploads,
  ListObjectsV2: listObjects,
  HeadBucket: headBucket,
  CreateMultipartUpload: createMultipartUpload,
  CompleteMultipartUpload: completeMultipartUpload,
  AbortMultipartUpload: abortMultipartUpload,
  UploadPart: uploadPart,
  ListParts: listParts,
  PutObject: putObject,
  GetObject: getObject,
  HeadObject: headObject,
  DeleteObject: deleteObject,
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof OPERATIONS;

const ROUTES: readonly Route[] = [
  { operation: 'DeleteObjects', method: 'POST', on: 'bucket', query: 'delete' },
  { operation: 'ListMultipartUploads', method: 'GET', on: 'bucket', query: 'uploads' },
  { operation: 'ListObjectsV2', method: 'GET', on: 'bucket', query: 'list-type' },
  { operation: 'HeadBucket', method: 'HEAD', on: 'bucket' },
  { operation: 'CreateMultipartUpload', method: 'POST', on: 'object', query: 'uploads' },
  { operation: 'CompleteMultipartUpload', method: 'POST', on: 'object', query: 'uploadId' },
  { operation: 'AbortMultipartUpload', method: 'DELETE', on: 'object', query: 'uploadId' },
  { operation: 'UploadPart', method: 'PUT', on: 'object', query: 'partNumber' },
  { operation: 'ListParts', method: 'GET', on: 'object', query: 'uploadId' },
  { operation: 'PutObject', method: 'PUT', on: 'object' },
  { operation: 'GetObject', method: 'GET', on: 'object' },
  { operation: 'HeadObject', method: 'HEAD', on: 'object' },
  { operation: 'DeleteObject', method: 'DELETE', on: 'object' },
];

/** The operation for a method, a key (empty for the bucket) and a query; undefined if we have none. */
export function operationOf(method: string, key: string, query: URLSearchParams): OperationName | undefined {
  const on = key === '' ? 'bucket' : 'object';
  return ROUTES.find(
    (route) => route.method === method && route.on === on && (route.query === undefined || query.has(route.query)),
  )?.operation;
}

export const perform = (name: OperationName): Operation => OPERATIONS[name];
