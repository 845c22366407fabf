import { createHolder } from '#platform/holder.ts';
import { type CallLog, createCallLog } from './call-log.ts';

/** How the page's calls are made to fare: 'offline' gets no answer, 'slow' waits before each call. */
export type LinkState = 'normal' | 'slow' | 'offline';

const SLOW_CALL_MS = 3000;

/** A connection that can be spoilt for a demonstration. */
interface Link {
  state(): LinkState;
  set(state: LinkState): void;
  /** Resolves when a call may go out. Rejects as `fetch` does when there is no connection. */
  pass(): Promise<void>;
  subscribe(listener: () => void): () => void;
}

/** @param slowMs milliseconds that a call waits on a slow link */
export function createLink(slowMs = SLOW_CALL_MS): Link {
  const { state, set, subscribe } = createHolder<LinkState>('normal');
  const notCutOff = () => {
    if (state() === 'offline') throw new TypeError('Failed to fetch (developer tools: offline)');
  };
  return {
    state,
    set,
    subscribe,
    async pass() {
      notCutOff();
      if (state() === 'normal') return;
      await new Promise((resolve) => setTimeout(resolve, slowMs));
      notCutOff();
    },
  };
}

/**
 * Puts itself before the page's `fetch`: calls to our own server pass the link and are noted in the log; others are let
 * through unseen. Returns what takes it away again.
 */
export function watchFetch(log: CallLog, link: Link): () => void {
  const real = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const path = ownPath(input instanceof Request ? input.url : String(input));
    if (path === undefined) return real(input, init);
    const request = new Request(input instanceof Request ? input : new URL(String(input), location.href), init);
    const requestBody = await readableBody(request);
    const finish = log.start({
      method: request.method,
      path,
      requestHeaders: plainHeaders(request.headers),
      ...(requestBody && { requestBody }),
    });
    try {
      await link.pass();
      const answer = await real(request);
      void noteAnswer(answer, finish);
      return answer;
    } catch (reason) {
      finish({ failure: reason instanceof Error ? reason.message : String(reason) });
      throw reason;
    }
  };
  return () => {
    globalThis.fetch = real;
  };
}

/** Reads a copy, so that whoever called gets the answer as it came and when it came. */
async function noteAnswer(answer: Response, finish: ReturnType<CallLog['start']>): Promise<void> {
  const head = { status: answer.status, answerHeaders: plainHeaders(answer.headers) };
  try {
    finish({ ...head, answerBody: await readableBody(answer) });
  } catch {
    finish({ ...head, failure: 'The answer broke off' });
  }
}

interface Opened {
  readonly method: string;
  readonly path: string | undefined;
  readonly headers: Record<string, string>;
}

/**
 * The same as `watchFetch` for uploads, which go by XMLHttpRequest because only that tells how far they are. Bodies are
 * not kept: they are somebody's documents. Returns what takes it away again.
 */
export function watchUploads(log: CallLog, link: Link): () => void {
  const { prototype } = XMLHttpRequest;
  const real = { open: prototype.open, send: prototype.send, setRequestHeader: prototype.setRequestHeader };
  const opened = new WeakMap<XMLHttpRequest, Opened>();

  prototype.open = function (this: XMLHttpRequest, method: string, url: string | URL, ...rest: unknown[]) {
    opened.set(this, { method, path: ownPath(String(url)), headers: {} });
    Reflect.apply(real.open, this, [method, url, ...(rest.length > 0 ? rest : [true])]);
  };
  prototype.setRequestHeader = function (name, value) {
    const call = opened.get(this);
    if (call) call.headers[name.toLowerCase()] = value;
    real.setRequestHeader.call(this, name, value);
  };
  prototype.send = function (body) {
    const call = opened.get(this);
    if (call?.path === undefined) return real.send.call(this, body);
    const { method, path, headers } = call;
    const finish = log.start({ method, path, requestHeaders: headers, ...(body && { requestBody: '(bytes)' }) });
    this.addEventListener('loadend', () => finish(outcomeOf(this)), { once: true });
    link.pass().then(
      () => this.readyState === XMLHttpRequest.OPENED && real.send.call(this, body),
      () => failUnsent(this),
    );
  };
  return () => {
    Object.assign(prototype, real);
  };
}

/** What a browser does when there is no connection. */
function failUnsent(request: XMLHttpRequest): void {
  for (const type of ['error', 'loadend']) request.dispatchEvent(new ProgressEvent(type));
}

function outcomeOf(request: XMLHttpRequest) {
  if (request.status === 0) return { failure: 'No answer' };
  const lines = request
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/);
  const headers = lines.map((line) => line.split(/:\s*/, 2)).filter(([name]) => name);
  const text = request.responseType === '' || request.responseType === 'text' ? request.responseText : '';
  return { status: request.status, answerHeaders: Object.fromEntries(headers), answerBody: text };
}

const READABLE = /json|text|xml|x-www-form-urlencoded/;
/** Characters of a body that are kept. */
const LONGEST = 200_000;

/** The body as text, of a copy; a word in its place for bytes and for streams that do not end. '' when there is none. */
async function readableBody(message: Request | Response): Promise<string> {
  if (message.body === null) return '';
  const type = message.headers.get('content-type') ?? '';
  if (type.includes('event-stream')) return '(a stream of events)';
  if (!READABLE.test(type)) return `(${type || 'bytes'})`;
  const text = await message.clone().text();
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** Headers as data, names in lower case. */
const plainHeaders = (headers: Headers): Readonly<Record<string, string>> =>
  Object.fromEntries([...headers].map(([name, value]) => [name.toLowerCase(), value]));

/** Path and query of an address on our own server; undefined for any other. */
function ownPath(address: string): string | undefined {
  const url = new URL(address, location.href);
  return url.origin === location.origin ? url.pathname + url.search : undefined;
}

/** The page's calls and its link: one of each, since there is one `fetch`. */
export const callLog = createCallLog();
export const link = createLink();

let watching: (() => void) | undefined;

/** Starts to record the page's calls to our server, once; called where the developer tools are on. */
export function startRecording(): void {
  if (watching) return;
  const stops = [watchFetch(callLog, link), watchUploads(callLog, link)];
  watching = () => {
    for (const stop of stops) stop();
  };
}

/** Gives the page its own `fetch` back. */
export function stopRecording(): void {
  watching?.();
  watching = undefined;
}
