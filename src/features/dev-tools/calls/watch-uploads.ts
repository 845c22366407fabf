import type { CallLog } from './call-log.ts';
import type { Link } from './link.ts';
import { ownPath } from './readable-body.ts';

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
