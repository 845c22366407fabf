import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError } from '../errors.ts';
import { POLICY_OF_CALLS } from './middleware/security-headers.ts';

/** Limits on slow clients, in milliseconds. A proxy in front usually has shorter ones. */
export interface HttpTimeouts {
  readonly headersMs: number;
  /** Until the body of a request is complete. An upload that takes longer continues in another request. */
  readonly requestMs: number;
  /** Without a byte on a connection in either direction, keep-alive apart. */
  readonly idleMs: number;
  readonly checkEveryMs: number;
}

const HTTP_TIMEOUTS: HttpTimeouts = {
  headersMs: 15_000,
  requestMs: 3_600_000,
  // Event streams send a heartbeat every 15 s; calls of outside services end after `UPSTREAM_TIMEOUT_MS`.
  idleMs: 120_000,
  checkEveryMs: 5_000,
};

/** For open answers at the end. Longer ones are uploads, which continue elsewhere from their last byte. */
const ANSWERS_MS = 2_000;

/** The HTTP server, with limits on what one client may send, and on how slowly. */
export interface Listener {
  /** Requests are answered by `handle` from now on. The first call listens; it rejects if the port is taken. */
  open(handle: RequestListener): Promise<string>;
  /** Accepts no new connections, waits a moment for open answers, and closes the rest. */
  close(): Promise<void>;
}

/** Resolves with the address that it listens on once it is opened. `timeouts` are what differs from the usual ones. */
export function createListener(
  { host, port, trustProxy }: { readonly host: string; readonly port: number; readonly trustProxy: number },
  timeouts: Partial<HttpTimeouts> = {},
): Listener {
  const { headersMs, requestMs, idleMs, checkEveryMs } = { ...HTTP_TIMEOUTS, ...timeouts };
  let current: RequestListener | undefined;
  let listening: Promise<string> | undefined;
  const options = {
    requestTimeout: requestMs,
    headersTimeout: headersMs,
    connectionsCheckingInterval: checkEveryMs,
    // A proxy keeps connections for a minute; we must not be the first to close while it sends.
    keepAliveTimeout: trustProxy > 0 ? 65_000 : 10_000,
    maxHeaderSize: 16_384,
  };
  const server = createServer(options, (request, response) => current?.(request, response));
  server.maxHeadersCount = 100;
  server.setTimeout(idleMs);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable) socket.destroy();
    else socket.end(rawAnswer(problemOf(error.code)), () => socket.destroy());
  });
  const listen = () =>
    new Promise<string>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, () => {
        const { address, family, port: own } = server.address() as AddressInfo;
        resolve(`http://${family === 'IPv6' ? `[${address}]` : address}:${own}`);
      });
    });
  return {
    open: (handle) => {
      current = handle;
      listening ??= listen();
      return listening;
    },
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const late = setTimeout(() => server.closeAllConnections(), ANSWERS_MS);
      await closed;
      clearTimeout(late);
    },
  };
}

/** Requests that Node cannot parse, or that time out. Node alone would answer without a body. */
function problemOf(code: string | undefined): AppError {
  if (code === 'HPE_HEADER_OVERFLOW') return new AppError('HEADERS_TOO_LARGE');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new AppError('REQUEST_TIMEOUT');
  return new AppError('MALFORMED_REQUEST');
}

function rawAnswer(problem: AppError): string {
  const body = JSON.stringify(problem.toProblem());
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    'Connection: close',
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    `Content-Security-Policy: ${POLICY_OF_CALLS}`,
    'X-Content-Type-Options: nosniff',
    `X-Request-Id: ${randomUUID()}`,
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
