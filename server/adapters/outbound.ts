import http from 'node:http';
import https from 'node:https';
import { CallFailure } from '../ports/call-failure.ts';
import type { Redact } from './redact.ts';

/** A body of known length; `open` gives its bytes once. */
export interface OutboundBody {
  readonly length: number;
  open(): AsyncIterable<Uint8Array>;
}

export interface OutboundRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | OutboundBody;
  readonly signal?: AbortSignal;
  /** Statuses whose answers the caller reads itself; 2xx when left out. */
  readonly reads?: (status: number) => boolean;
}

export interface OutboundAnswer {
  readonly status: number;
  readonly text: string;
  /** False when the connection broke, or the answer was too long, after its status had come. */
  readonly whole: boolean;
}

/** Sends one request. Resolves with an answer that the caller reads, rejects with CallFailure for everything else. */
export type Outbound = (request: OutboundRequest) => Promise<OutboundAnswer>;

/** Room for an agent list of 10 MB and more; whatever is longer is no answer of ours. */
const LONGEST_ANSWER = 16 * 1024 * 1024;

/**
 * The one way out of the server. `timeoutMs` is the longest wait for the outside: it starts again with every block of
 * the body that the outside took, so that it judges the outside and not the size of the documents.
 */
export function createOutbound({ timeoutMs, redact }: { timeoutMs: number; redact: Redact }): Outbound {
  const options = { keepAlive: true, maxSockets: 256, scheduling: 'lifo' as const };
  const agents = { 'http:': new http.Agent(options), 'https:': new https.Agent(options) };
  return async (request) => {
    const answer = await exchange(request, agents, timeoutMs);
    if (isSuccess(answer.status) || request.reads?.(answer.status)) return answer;
    throw refusal(answer, redact);
  };
}

/** Success by HTTP ok. */
export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

function exchange(
  request: OutboundRequest,
  agents: { readonly 'http:': http.Agent; readonly 'https:': https.Agent },
  timeoutMs: number,
): Promise<OutboundAnswer & { readonly headers: http.IncomingHttpHeaders }> {
  return new Promise((resolve, reject) => {
    const { secure, ...address } = addressOf(request.url);
    let sent = false;
    let timer: NodeJS.Timeout | undefined;
    const outgoing = (secure ? https : http).request({
      ...address,
      method: request.method,
      agent: secure ? agents['https:'] : agents['http:'],
      headers: { accept: 'application/json', ...request.headers, ...lengthOf(request) },
    });
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => outgoing.destroy(new Error('timed out')), timeoutMs);
    };
    const fail = (cause: unknown) => {
      clearTimeout(timer);
      const kind = sent ? 'unanswered' : 'unreachable';
      reject(new CallFailure(kind, sent ? 'No answer came' : 'The service could not be reached', { cause }));
    };
    const abort = () => outgoing.destroy(new Error('aborted'));
    if (request.signal?.aborted) abort();
    request.signal?.addEventListener('abort', abort, { once: true });
    outgoing.once('close', () => request.signal?.removeEventListener('abort', abort));
    outgoing.once('socket', (socket) => {
      if (!socket.connecting) sent = true;
      else socket.once(secure ? 'secureConnect' : 'connect', () => (sent = true));
    });
    outgoing.once('error', fail);
    outgoing.once('response', (response) => {
      readAnswer(response).then((read) => {
        clearTimeout(timer);
        if (!outgoing.writableFinished) outgoing.destroy();
        resolve({ status: response.statusCode ?? 0, headers: response.headers, ...read });
      });
    });
    wait();
    writeBody(outgoing, request.body, wait).catch((error) => outgoing.destroy(error));
  });
}

interface Address {
  readonly secure: boolean;
  readonly hostname: string;
  readonly port: string | undefined;
  readonly path: string;
  readonly auth?: string;
}

/** Parsed once; there are as many as endpoints, but for those that carry a query. */
const addresses = new Map<string, Address>();
const ADDRESSES_KEPT = 100;

function addressOf(url: string): Address {
  const known = addresses.get(url);
  if (known) return known;
  const { protocol, hostname, port, pathname, search, username, password } = new URL(url);
  const auth = username === '' ? {} : { auth: `${decodeURIComponent(username)}:${decodeURIComponent(password)}` };
  const address = {
    secure: protocol === 'https:',
    hostname: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? undefined : port,
    path: pathname + search,
    ...auth,
  };
  if (addresses.size >= ADDRESSES_KEPT) addresses.clear();
  addresses.set(url, address);
  return address;
}

function lengthOf({ body, method }: OutboundRequest): Record<string, string> {
  if (body === undefined) return method === 'POST' ? { 'content-length': '0' } : {};
  return { 'content-length': String(typeof body === 'string' ? Buffer.byteLength(body) : body.length) };
}

/** Up to so many bytes a body is sent in one piece: less work than a stream, and next to nothing in memory. */
const SMALL_BODY = 256 * 1024;

async function writeBody(outgoing: http.ClientRequest, body: OutboundRequest['body'], progress: () => void) {
  if (body === undefined || typeof body === 'string') {
    outgoing.end(body);
    return;
  }
  if (body.length <= SMALL_BODY) {
    outgoing.end(await collected(body));
    return;
  }
  for await (const block of body.open()) {
    if (outgoing.destroyed) return;
    if (!outgoing.write(block)) await drained(outgoing);
    progress();
  }
  outgoing.end();
}

async function collected(body: OutboundBody): Promise<Buffer> {
  const blocks: Uint8Array[] = [];
  for await (const block of body.open()) blocks.push(block);
  return Buffer.concat(blocks);
}

/** Waits until the socket takes more, or will never take any. */
function drained(outgoing: http.ClientRequest): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      outgoing.off('drain', done).off('close', done);
      resolve();
    };
    outgoing.on('drain', done).on('close', done);
  });
}

function readAnswer(response: http.IncomingMessage): Promise<{ text: string; whole: boolean }> {
  return new Promise((resolve) => {
    const blocks: Buffer[] = [];
    let size = 0;
    const end = (whole: boolean) => resolve({ text: Buffer.concat(blocks).toString('utf8'), whole });
    response.on('data', (block: Buffer) => {
      size += block.length;
      blocks.push(block);
      if (size <= LONGEST_ANSWER) return;
      blocks.length = 0;
      response.destroy();
    });
    response.once('end', () => end(response.complete));
    // What broke off is told as an error, too, which says nothing more.
    response.on('error', () => undefined);
    response.once('close', () => end(false));
  });
}

const PASSING = new Set([408, 429]);

function refusal(answer: OutboundAnswer & { readonly headers: http.IncomingHttpHeaders }, redact: Redact): CallFailure {
  const { status, text, headers } = answer;
  const retryAfterMs = retryAfter(headers['retry-after']);
  const bodyMessage = messageOf(text);
  // A gateway's word for "no answer came".
  const lost = status === 502 || status === 504;
  const kind = lost ? 'unanswered' : PASSING.has(status) || status >= 500 ? 'busy' : 'refused';
  return new CallFailure(kind, `Answered with ${status}`, {
    status,
    body: redact(text),
    ...(bodyMessage === undefined ? {} : { bodyMessage: redact(bodyMessage) }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}

/** Milliseconds that a `Retry-After` header asks for, as seconds or as a date. */
function retryAfter(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

function messageOf(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return undefined;
    const message = 'message' in value ? value.message : undefined;
    return typeof message === 'string' && message !== '' ? message : undefined;
  } catch {
    return undefined;
  }
}
