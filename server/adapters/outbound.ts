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

interface Agents {
  readonly 'http:': http.Agent;
  readonly 'https:': https.Agent;
}

/** Room for an agent list of 10 MB and more; whatever is longer is no answer of ours. */
const LONGEST_ANSWER = 16 * 1024 * 1024;

/**
 * The one way out of the server. `timeoutMs` is the longest wait for the outside: it starts again with every block of
 * the body that the outside took, so that it judges the outside and not the size of the documents.
 */
export function createOutbound({ timeoutMs, redact }: { timeoutMs: number; redact: Redact }): Outbound {
  const options = { keepAlive: true, maxSockets: 256, scheduling: 'lifo' as const };
  const agents: Agents = { 'http:': new http.Agent(options), 'https:': new https.Agent(options) };
  return async (request) => {
    const answer = await exchange(request, agents, timeoutMs);
    if (isSuccess(answer.status) || request.reads?.(answer.status)) return answer;
    throw refusal(answer, redact);
  };
}

/** Success by HTTP ok. */
export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

type Exchanged = OutboundAnswer & { readonly headers: http.IncomingHttpHeaders };

/** Four of these make an application: listeners and promises that only some requests need are left to those. */
function exchange(request: OutboundRequest, agents: Agents, timeoutMs: number): Promise<Exchanged> {
  return new Promise((resolve, reject) => {
    const { secure, target } = addressOf(request.url);
    let sent = false;
    const outgoing = (secure ? https : http).request({
      ...target,
      method: request.method,
      agent: secure ? agents['https:'] : agents['http:'],
      headers: headersOf(request),
    });
    const giveUp = () => outgoing.destroy(new Error('timed out'));
    let timer = setTimeout(giveUp, timeoutMs);
    outgoing.on('socket', (socket) => {
      if (!socket.connecting) sent = true;
      else socket.once(secure ? 'secureConnect' : 'connect', () => (sent = true));
    });
    outgoing.on('error', (cause) => {
      clearTimeout(timer);
      const kind = sent ? 'unanswered' : 'unreachable';
      reject(new CallFailure(kind, sent ? 'No answer came' : 'The service could not be reached', { cause }));
    });
    outgoing.on('response', (response) => {
      readAnswer(response, (text, whole) => {
        clearTimeout(timer);
        if (!outgoing.writableFinished) outgoing.destroy();
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, whole });
      });
    });
    if (request.signal) abortWith(request.signal, outgoing);
    if (request.body === undefined || typeof request.body === 'string') outgoing.end(request.body);
    else {
      const progress = () => {
        clearTimeout(timer);
        timer = setTimeout(giveUp, timeoutMs);
      };
      writeBody(outgoing, request.body, progress).catch((error) => outgoing.destroy(error));
    }
  });
}

function abortWith(signal: AbortSignal, outgoing: http.ClientRequest): void {
  const abort = () => outgoing.destroy(new Error('aborted'));
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  outgoing.once('close', () => signal.removeEventListener('abort', abort));
}

interface Address {
  readonly secure: boolean;
  readonly target: http.RequestOptions;
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
    target: {
      hostname: hostname.replace(/^\[(.*)\]$/, '$1'),
      port: port === '' ? undefined : port,
      path: pathname + search,
      ...auth,
    },
  };
  if (addresses.size >= ADDRESSES_KEPT) addresses.clear();
  addresses.set(url, address);
  return address;
}

function headersOf({ headers, body, method }: OutboundRequest): http.OutgoingHttpHeaders {
  const all: http.OutgoingHttpHeaders = { accept: 'application/json', ...headers };
  if (body !== undefined) all['content-length'] = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
  else if (method === 'POST') all['content-length'] = 0;
  return all;
}

/** Up to so many bytes a body is sent in one piece: less work than a stream, and next to nothing in memory. */
const SMALL_BODY = 256 * 1024;

async function writeBody(outgoing: http.ClientRequest, body: OutboundBody, progress: () => void) {
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

/** Says once what came of an answer: its text, and whether that is all of it. */
function readAnswer(response: http.IncomingMessage, tell: (text: string, whole: boolean) => void): void {
  const blocks: Buffer[] = [];
  let size = 0;
  response.on('data', (block: Buffer) => {
    size += block.length;
    blocks.push(block);
    if (size <= LONGEST_ANSWER) return;
    blocks.length = 0;
    response.destroy(new Error('too long'));
  });
  const text = () => (blocks.length === 1 ? String(blocks[0]) : Buffer.concat(blocks).toString('utf8'));
  response.on('end', () => tell(text(), response.complete));
  // It broke off. Said here alone: the request, which has its answer, is not told.
  response.on('error', () => tell(text(), false));
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
