import { IncomingMessage } from 'node:http';
import { S3 } from '@aws-sdk/client-s3';
import { unavailable } from '../../errors.ts';
import { agentOptions, type OutsideProxy } from '../outside-proxy.ts';

/** Where uploads are kept, and as whom. */
export interface S3Settings {
  readonly bucket: string;
  readonly region: string;
  readonly endpoint?: string;
  readonly forcePathStyle: boolean;
  /** Default: the machine's role, found by the AWS SDK. */
  readonly credentials?: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string;
  };
  readonly proxy?: OutsideProxy;
}

/** How long this node waits for the bucket, in milliseconds (docs/decisions/0007-timeouts.md). */
export interface S3Limits {
  /** For a connection, or for one of the client's to become free. */
  readonly connectMs: number;
  /** Without a byte in either direction. A transfer that makes progress has no limit. */
  readonly silenceMs: number;
}

export const S3_LIMITS: S3Limits = { connectMs: 2_000, silenceMs: 4_000 };

/** The client of a bucket. Its HTTP handler limits the time to connect and the time to the answer. */
export function openClient({ bucket: _bucket, proxy, ...settings }: S3Settings, limits: S3Limits): S3 {
  const { connectMs: connectionTimeout, silenceMs: socketTimeout } = limits;
  const client = new S3({
    ...settings,
    requestHandler: { connectionTimeout, socketTimeout, httpsAgent: agentOptions(proxy) },
    // Some S3-compatible servers refuse checksums that they do not know. SHA-256 is compared when a document is sent on.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  limit(client, limits);
  return client;
}

/** How often the progress of an answer is checked. */
const LOOKS = 4;

/** Limits silence within an answer. Rejects with UNAVAILABLE after three attempts. */
function limit(client: S3, limits: S3Limits): void {
  client.middlewareStack.add(
    (next) => async (call) => {
      const answer = await next(call);
      const { response } = answer;
      const body = typeof response === 'object' && response !== null && 'body' in response ? response.body : undefined;
      if (body instanceof IncomingMessage) endWhenSilent(body, limits.silenceMs);
      return answer;
    },
    // Wraps the handler, before anything reads the answer.
    { step: 'deserialize', priority: 'low', name: 'endWhenSilent' },
  );
  client.middlewareStack.add((next) => (call) => next(call).catch(throwUnavailable), {
    step: 'initialize',
    priority: 'high',
    name: 'sayWhenUnavailable',
  });
}

/**
 * Ends an answer without bytes for this long. The handler's own timeout would also count the time in which we do not read,
 * since our client is slow.
 */
function endWhenSilent(body: IncomingMessage, silenceMs: number): void {
  const { socket } = body;
  socket.setTimeout(0);
  let seen = socket.bytesRead;
  let silentLooks = 0;
  const timer = setInterval(() => {
    const isWaiting = socket.bytesRead === seen && body.readableLength === 0 && !body.complete;
    silentLooks = isWaiting ? silentLooks + 1 : 0;
    seen = socket.bytesRead;
    if (silentLooks >= LOOKS) body.destroy(unavailable(new Error('the bucket sends nothing more')));
  }, silenceMs / LOOKS).unref();
  body.once('close', () => clearInterval(timer));
}

/** Temporary refusals by status: timeouts and rate limits. */
const PASSING = new Set([403, 408, 429]);

/** No answer, or one that means that the bucket is unavailable or missing. */
function throwUnavailable(error: unknown): never {
  if (!(error instanceof Error) || error instanceof TypeError || error instanceof RangeError) throw error;
  const status = statusOf(error);
  const isPassing = status === undefined || status >= 500 || PASSING.has(status) || error.name === 'NoSuchBucket';
  throw isPassing ? unavailable(error) : error;
}

function statusOf(error: Error): number | undefined {
  const facts: unknown = '$metadata' in error ? error.$metadata : undefined;
  const status = typeof facts === 'object' && facts !== null && 'httpStatusCode' in facts ? facts.httpStatusCode : 0;
  return typeof status === 'number' && status > 0 ? status : undefined;
}
