import * as v from 'valibot';
import type { Endpoint } from '#contract/endpoint.ts';
import { type ProblemCode, problemSchema } from '#contract/problem.ts';
import * as endpoints from '#contract/transfers.ts';
import { timeLimit } from '#platform/time-limit.ts';

/** Why a call failed. `offline`: no answer came. `detail` is in words for people. */
export class TransferFailure extends Error {
  override readonly name = 'TransferFailure';
  readonly code: ProblemCode | 'offline';
  readonly detail: string | undefined;

  constructor(code: ProblemCode | 'offline', detail?: string) {
    super(code);
    this.code = code;
    this.detail = detail;
  }
}

const TEMPORARY: ReadonlySet<string> = new Set([
  'offline',
  'RATE_LIMITED',
  'UNAVAILABLE',
  'REQUEST_TIMEOUT',
  'INTERNAL_ERROR',
  'UPLOAD_CONFLICT',
]);
/** Whether a retry may succeed. */
export const isTemporary = ({ code }: TransferFailure): boolean => TEMPORARY.has(code);

const ENDS: Readonly<Partial<Record<string, 'used' | 'cancelled' | 'expired'>>> = {
  LINK_USED: 'used',
  LINK_CANCELLED: 'cancelled',
  LINK_EXPIRED: 'expired',
  NOT_FOUND: 'expired',
};
/** How the link ended, if a call failed for that reason. */
export const endOf = (failure: unknown) => (failure instanceof TransferFailure ? ENDS[failure.code] : undefined);

/** Why a call failed, if the server has said so. */
export const reasonOf = (failure: unknown): string | undefined =>
  failure instanceof TransferFailure && failure.code !== 'offline' ? failure.detail : undefined;

const LIMIT_MS = 30_000;
/** Long enough for a phone with a weak signal. */
const PIECE_LIMIT_MS = 10 * 60_000;

/** A transfer, and a secret of it. */
export interface Access {
  readonly id: string;
  readonly secret: string;
}

interface CallOptions {
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  readonly keepalive?: boolean;
}

/** Asks for an endpoint. Rejects with TransferFailure. */
async function call(endpoint: Endpoint, access?: Access, options: CallOptions = {}): Promise<Response> {
  const { body, headers, keepalive = false, signal = timeLimit(LIMIT_MS) } = options;
  const answer = await fetch(addressOf(endpoint, access), {
    method: endpoint.method,
    cache: 'no-store',
    keepalive,
    signal,
    headers: {
      ...headers,
      ...(access && authorized(access)),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
  }).catch(() => {
    throw new TransferFailure('offline');
  });
  if (!answer.ok) throw failureOf(await answer.json().catch(() => undefined));
  if (answer.status !== 204 && !OURS.test(answer.headers.get('Content-Type') ?? ''))
    throw new TransferFailure('offline');
  return answer;
}

/** The content types of our server. A page of a proxy or a Wi-Fi portal counts as no answer, also with 200. */
const OURS = /^application\/(?:json|octet-stream)\b/;

const addressOf = ({ path }: Endpoint, access?: Access): string => (access ? path.replace(':id', access.id) : path);
const authorized = ({ secret }: Access) => ({ Authorization: `Bearer ${secret}` });

/** Only a problem document is a refusal by our server. Any other page counts as no answer. */
function failureOf(body: unknown): TransferFailure {
  const problem = v.safeParse(problemSchema, body);
  if (problem.success) return new TransferFailure(problem.output.code as ProblemCode, problem.output.detail);
  return new TransferFailure('offline');
}

/** The answer as its endpoint declares it. Rejects with TransferFailure if it is another. */
const readOf = async <S extends v.GenericSchema>(schema: S, answer: Response): Promise<v.InferOutput<S>> =>
  shapedAs(schema, await answer.json().catch(() => undefined));

/** Throws TransferFailure if the answer does not match the schema. */
function shapedAs<S extends v.GenericSchema>(schema: S, answer: unknown): v.InferOutput<S> {
  const read = v.safeParse(schema, answer);
  if (read.success) return read.output;
  throw new TransferFailure('offline');
}

/** Where a piece belongs, in bytes. `attempt` names the bytes that were encrypted together. */
export interface PiecePlace {
  readonly offset: number;
  readonly size: number;
  readonly attempt: string;
  /** Called with the bytes of the piece that were sent. */
  readonly onSent: (bytes: number) => void;
}

/** Content that is being received, from a byte on. */
export interface Incoming {
  readonly from: number;
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>> | Blob;
}

/** The calls of both devices. All reject with TransferFailure. */
export const transferCalls = {
  create: async (wanted: endpoints.NewTransfer) =>
    readOf(
      endpoints.createTransfer.response,
      await call(endpoints.createTransfer, undefined, { body: JSON.stringify(wanted) }),
    ),
  view: async (access: Access) => readOf(endpoints.readTransfer.response, await call(endpoints.readTransfer, access)),
  open: async (access: Access) => readOf(endpoints.openTransfer.response, await call(endpoints.openTransfer, access)),
  addPiece: async (access: Access, piece: Blob, place: PiecePlace): Promise<endpoints.TransferView> =>
    shapedAs(endpoints.addPiece.response, await sendPiece(access, piece, place)),
  claim: async (access: Access, claim: string) =>
    readOf(
      endpoints.claimTransfer.response,
      await call(endpoints.claimTransfer, access, { body: JSON.stringify({ claim }) }),
    ),
  async content(access: Access, from: number, signal: AbortSignal): Promise<Incoming> {
    const headers: Record<string, string> = from > 0 ? { Range: `bytes=${from}-` } : {};
    const answer = await call(endpoints.readContent, access, { headers, signal });
    const body = answer.body ?? (await answer.blob().catch(offline));
    return { from: answer.status === 206 ? from : 0, body };
  },
  acknowledge: async (access: Access): Promise<void> => void (await call(endpoints.acknowledgeContent, access)),
  /** Is sent even if the page is being left. */
  cancel: async (access: Access) =>
    readOf(endpoints.cancelTransfer.response, await call(endpoints.cancelTransfer, access, { keepalive: true })),
};
export type TransferCalls = typeof transferCalls;

const offline = () => {
  throw new TransferFailure('offline');
};

/** By XMLHttpRequest, because `fetch` does not report how much of a body was sent. */
function sendPiece(access: Access, piece: Blob, { offset, size, attempt, onSent }: PiecePlace): Promise<unknown> {
  const headers = {
    ...authorized(access),
    'Content-Type': 'application/octet-stream',
    [endpoints.OFFSET_HEADER]: String(offset),
    [endpoints.LENGTH_HEADER]: String(size),
    [endpoints.ATTEMPT_HEADER]: attempt,
  };
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(endpoints.addPiece.method, addressOf(endpoints.addPiece, access));
    request.timeout = PIECE_LIMIT_MS;
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded }) => onSent(loaded);
    request.onload = () => {
      if (request.status < 300) resolve(parsed(request.responseText));
      else reject(failureOf(parsed(request.responseText)));
    };
    request.onerror = () => reject(new TransferFailure('offline'));
    request.ontimeout = () => reject(new TransferFailure('offline'));
    request.send(piece);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
