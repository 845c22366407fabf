import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { Bucket } from './bucket.ts';
import { Faults, type S3Fault } from './faults.ts';
import type { S3Answer, S3Call } from './operation.ts';
import { type OperationName, operationOf, perform } from './route.ts';
import { S3Error } from './s3-error.ts';
import { toXml } from './xml.ts';

/** The settings of the server. */
export interface S3Options {
  /** 0 chooses a free port. */
  readonly port: number;
  readonly bucket: string;
  /** The folder for bytes; by default a temporary folder that is removed at the end. */
  readonly dir?: string;
  /** The minimum size of every part except the last, in bytes; by default 5 MiB, as in S3. */
  readonly minPartSize?: number;
  /** The maximum number of entries on one page of a list; by default 1,000, as in S3. */
  readonly pageSize?: number;
}

/** A running server. */
export interface S3 {
  readonly url: string;
  /** The folder for bytes. */
  readonly dir: string;
  /** Points our server, and the AWS SDK's default credentials, to this server. */
  readonly env: Readonly<Record<string, string>>;
  /** The keys of all objects. */
  keys(): string[];
  /** How many multipart uploads are open: neither completed nor aborted. */
  openUploads(): number;
  /** How many calls an operation had. */
  calls(operation: OperationName): number;
  /** How many requests there were, for all operations. */
  requests(): number;
  /** Makes the next calls of an operation fail. */
  fail(fault: S3Fault): void;
  close(): Promise<void>;
}

const ACCESS_KEY = 'test-access-key';

/**
 * Starts a server for one bucket with path-style addresses. It supports the part of S3 that the tus store and its tests
 * use. It requires calls signed with its own access key, but does not verify the signature.
 */
export async function startS3(options: S3Options): Promise<S3> {
  const dir = options.dir ?? (await mkdtemp(path.join(tmpdir(), 's3-')));
  await mkdir(dir, { recursive: true });
  const bucket = new Bucket(dir, options.minPartSize ?? 5 * 1024 * 1024);
  const faults = new Faults();
  const shared = { bucket, bucketName: options.bucket, pageSize: options.pageSize ?? 1_000 };
  const server = createServer((request, response) => void serve({ ...shared, request, response }, faults));
  await listen(server, options.port);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    dir,
    env: {
      UPLOADS_S3_BUCKET: options.bucket,
      UPLOADS_S3_ENDPOINT: url,
      AWS_ACCESS_KEY_ID: ACCESS_KEY,
      AWS_SECRET_ACCESS_KEY: 'test-secret-key',
      AWS_REGION: 'ap-southeast-2',
    },
    keys: () => bucket.objects().map(({ key }) => key),
    openUploads: () => bucket.uploads().length,
    calls: (operation) => faults.calls(operation),
    requests: () => faults.requests(),
    fail: (fault) => faults.add(fault),
    async close() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      if (options.dir === undefined) await rm(dir, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

type Incoming = Pick<S3Call, 'request' | 'response' | 'bucket' | 'bucketName' | 'pageSize'>;

async function serve(incoming: Incoming, faults: Faults): Promise<void> {
  const { request, response } = incoming;
  try {
    const call = readCall(incoming);
    const name = operationOf(request.method ?? '', call.key, call.query);
    if (!name) throw new S3Error(501, 'NotImplemented', 'This server does not know that operation.');
    const fault = faults.next(name);
    if (fault === 'cut-before') return void request.socket.resetAndDestroy();
    if (fault === 'hang') return void request.resume();
    if (fault === 'error') throw new S3Error(503, 'SlowDown', 'Please reduce your request rate.');
    if (fault === 'cut-within') within(response, () => request.socket.resetAndDestroy());
    if (fault === 'hang-within') within(response, (source) => source.unpipe(response).pause());
    const answer = await perform(name)(call);
    if (fault === 'cut-after') return void request.socket.resetAndDestroy();
    if (answer) send(response, answer);
  } catch (error) {
    refuse(request, response, error);
  }
}

/** Sends some bytes and then does that. */
function within(response: ServerResponse, happens: (source: Readable) => void): void {
  response.once('pipe', (source: Readable) => {
    let sent = 0;
    source.on('data', (chunk: Buffer) => {
      sent += chunk.length;
      if (sent > 1024 * 1024) happens(source);
    });
  });
}

function readCall(incoming: Incoming): S3Call {
  const { request } = incoming;
  const url = new URL(request.url ?? '/', 'http://s3');
  const [, name = '', ...rest] = url.pathname.split('/').map(decodeURIComponent);
  checkCaller(request, url.searchParams);
  if (name !== incoming.bucketName) throw new S3Error(404, 'NoSuchBucket', 'The specified bucket does not exist.');
  return { ...incoming, key: rest.join('/'), query: url.searchParams, headers: request.headers };
}

/** Signature version 4, in the header or, presigned, in the query. */
function checkCaller({ headers }: IncomingMessage, query: URLSearchParams): void {
  const header = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/.*Signature=[0-9a-f]{64}$/.exec(headers.authorization ?? '');
  const presigned = query.has('X-Amz-Signature') ? query.get('X-Amz-Credential')?.split('/')[0] : undefined;
  const key = header?.[1] ?? presigned;
  if (key === undefined) throw new S3Error(403, 'AccessDenied', 'The call is not signed.');
  if (key !== ACCESS_KEY) throw new S3Error(403, 'InvalidAccessKeyId', 'The access key does not exist.');
}

function send(response: ServerResponse, { status, xml, headers }: S3Answer): void {
  const type = xml === undefined ? {} : { 'content-type': 'application/xml' };
  const length = headers?.['content-length'] ?? Buffer.byteLength(xml ?? '');
  response.writeHead(status, { ...type, ...headers, 'content-length': length });
  response.end(xml);
}

/** A caller that disconnected needs no answer; one whose answer has begun cannot get another. */
function refuse(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  if (response.headersSent || response.destroyed || request.socket.destroyed) {
    response.destroy();
    return;
  }
  const known = error instanceof S3Error ? error : new S3Error(500, 'InternalError', 'The server failed.');
  const xml = toXml('Error', { Code: known.code, Message: known.message, Resource: request.url?.split('?')[0] });
  request.resume(); // a caller reads the answer only after it has sent the whole body
  send(response, request.method === 'HEAD' ? { status: known.status } : { status: known.status, xml });
}

async function listen(server: Server, port: number): Promise<void> {
  server.requestTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
}
