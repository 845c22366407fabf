import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { S3Store } from '@tus/s3-store';
import { Server } from '@tus/server';
import type { S3 } from '#tests/support/s3-server/server.ts';

const ignore = () => undefined;

/** How an AWS SDK reaches the test server; what it has to say about calls that it does not repeat is expected. */
const s3ClientConfig = ({ url, env }: S3) => ({
  bucket: env.UPLOADS_S3_BUCKET ?? '',
  endpoint: url,
  region: env.AWS_REGION ?? '',
  logger: { debug: ignore, info: ignore, warn: ignore, error: ignore },
  credentials: { accessKeyId: env.AWS_ACCESS_KEY_ID ?? '', secretAccessKey: env.AWS_SECRET_ACCESS_KEY ?? '' },
});

/** A tus server over HTTP whose files go to the test server, as a node of ours would have it. */
export interface TusNode {
  readonly url: string;
  readonly store: S3Store;
  close(): Promise<void>;
}

export async function startTus(s3: S3, options: { expirationPeriodInMilliseconds?: number } = {}): Promise<TusNode> {
  const store = new S3Store({ s3ClientConfig: s3ClientConfig(s3), partSize: 5 * 1024 * 1024, ...options });
  const tus = new Server({ path: '/uploads', datastore: store, relativeLocation: true });
  const http: HttpServer = createServer((request, response) => void tus.handle(request, response));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    store,
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
}

const TUS = { 'tus-resumable': '1.0.0' };

/** Creates an upload and gives its path, which is the same on every node. */
export async function create(node: TusNode, size: number): Promise<string> {
  const headers = { ...TUS, 'upload-length': String(size), 'upload-metadata': `filename ${btoa('passport.pdf')}` };
  const response = await fetch(`${node.url}/uploads`, { method: 'POST', headers });
  return response.headers.get('location') ?? '';
}

export async function patch(
  node: TusNode,
  path: string,
  offset: number,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Response> {
  const headers = { ...TUS, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' };
  return fetch(`${node.url}${path}`, { method: 'PATCH', headers, body: bytes });
}

/** The offset a node reports; NaN when it does not know the upload. */
export async function offsetOf(node: TusNode, path: string): Promise<number> {
  const response = await fetch(`${node.url}${path}`, { method: 'HEAD', headers: TUS });
  return Number(response.headers.get('upload-offset') ?? Number.NaN);
}

export const remove = (node: TusNode, path: string) => fetch(`${node.url}${path}`, { method: 'DELETE', headers: TUS });
