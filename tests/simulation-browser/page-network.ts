import { Hearing, SimEvent } from './events.ts';
import type { Answer, Network, SentRequest } from './network.ts';
import { SimBlob } from './sim-blob.ts';
import type { Owner } from './virtual-time.ts';

const ORIGIN = 'http://localhost';
const pathOf = (url: string): string => new URL(url, ORIGIN).pathname;
const bytesOf = (body: unknown): Uint8Array => {
  if (body instanceof SimBlob) return body.bytes;
  return new TextEncoder().encode(typeof body === 'string' ? body : '');
};

interface RequestInit {
  readonly method?: string;
  readonly headers?: ConstructorParameters<typeof Headers>[0];
  readonly body?: unknown;
  readonly signal?: AbortSignal | null;
}

/** A request as `fetchBaseQuery` makes it, with the page's address. */
class SimRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: unknown;
  readonly signal: AbortSignal | undefined;
  constructor(url: string | SimRequest, init: RequestInit = {}) {
    const before = typeof url === 'string' ? undefined : url;
    this.url = typeof url === 'string' ? url : url.url;
    this.method = init.method ?? before?.method ?? 'GET';
    this.headers = new Headers(init.headers ?? before?.headers);
    this.body = init.body ?? before?.body;
    this.signal = init.signal ?? before?.signal;
  }
  clone(): SimRequest {
    return new SimRequest(this);
  }
}

/** An answer with its whole body. */
function responseOf({ status, headers = {}, body = '' }: Answer): object {
  const response = {
    ok: status < 400,
    status,
    headers: new Headers({ 'Content-Type': body.startsWith('{') ? 'application/json' : 'text/plain', ...headers }),
    text: async () => body,
    json: async () => JSON.parse(body),
    arrayBuffer: async () => new TextEncoder().encode(body).buffer,
    clone: () => responseOf({ status, headers, body }),
  };
  return response;
}

/** The page's connections to our server: fetch and XMLHttpRequest. */
export function pageNetwork(network: Network, owner: Owner) {
  const fetch = (input: string | SimRequest, init: RequestInit = {}): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const { url, method, headers, body, signal } = new SimRequest(input, init);
      if (signal?.aborted) return reject(signal.reason);
      const request: SentRequest = { method, path: pathOf(url), headers: new Map(headers), body: bytesOf(body) };
      const giveUp = network.send(owner, request, (answer) =>
        answer === undefined ? reject(new TypeError('Failed to fetch')) : resolve(responseOf(answer)),
      );
      signal?.addEventListener('abort', () => {
        giveUp();
        reject(signal.reason);
      });
    });

  /** The part that tus-js-client uses. */
  class SimXhr extends Hearing {
    readonly upload = new Hearing() as Hearing & { onprogress?: (event: object) => void };
    readyState = 0;
    status = 0;
    responseText = '';
    withCredentials = false;
    onload: ((event: object) => void) | undefined;
    onerror: ((event: object) => void) | undefined;
    #method = 'GET';
    #url = '/';
    #answer: Answer | undefined;
    #giveUp = () => {};
    readonly #headers = new Map<string, string>();
    open(method: string, url: string): void {
      this.#method = method;
      this.#url = url;
      this.readyState = 1;
    }
    setRequestHeader(name: string, value: string): void {
      this.#headers.set(name.toLowerCase(), value);
    }
    getResponseHeader(name: string): string | null {
      return new Headers(this.#answer?.headers).get(name);
    }
    send(body?: unknown): void {
      const bytes = bytesOf(body);
      const request = { method: this.#method, path: pathOf(this.#url), headers: this.#headers, body: bytes };
      this.#giveUp = network.send(owner, request, (answer) => {
        this.readyState = 4;
        if (answer === undefined) return this.onerror?.(new SimEvent('error'));
        this.#answer = answer;
        this.status = answer.status;
        this.responseText = answer.body ?? '';
        this.upload.onprogress?.({ lengthComputable: true, loaded: bytes.length, total: bytes.length });
        this.onload?.(new SimEvent('load'));
      });
    }
    abort(): void {
      this.#giveUp();
    }
  }
  return { fetch, Request: SimRequest, XMLHttpRequest: SimXhr };
}
