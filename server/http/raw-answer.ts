import { randomUUID } from 'node:crypto';
import { type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError } from '../errors.ts';
import { POLICY_OF_CALLS } from './middleware/security-headers.ts';

const answered = new WeakMap<Duplex, number>();

/** The status of the answer that `answerAndClose` sent on a connection; undefined where it sent none. */
export const statusOfRawAnswer = (socket: Duplex): number | undefined => answered.get(socket);

/** Answers with a problem where there is no request to answer, and ends the connection. */
export function answerAndClose(socket: Duplex, error: AppError): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  answered.set(socket, error.status);
  const body = JSON.stringify(error.toProblem());
  const head = [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
    'Connection: close',
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    `Content-Security-Policy: ${POLICY_OF_CALLS}`,
    'X-Content-Type-Options: nosniff',
    `X-Request-Id: ${randomUUID()}`,
    ...Object.entries(error.facts.headers ?? {}).map(([name, value]) => `${name}: ${value}`),
  ];
  // A client that goes on sending is not read.
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

/** The client closed its connection in the middle of a request. */
const ENDED_EARLY = 'HPE_INVALID_EOF_STATE';

/** Answers what is no HTTP, or too much of it, or came too late, as everything else is answered: with a problem. */
export function answerClientErrors(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    answerAndClose(socket, problemOf(error.code));
    // Nobody reads that answer, if anybody could: it is no answer to the request that was cut.
    if (error.code === ENDED_EARLY) answered.delete(socket);
  });
}

function problemOf(code: string | undefined): AppError {
  if (code === 'HPE_HEADER_OVERFLOW') return new AppError('HEADERS_TOO_LARGE');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new AppError('REQUEST_TIMEOUT');
  return new AppError('MALFORMED_REQUEST');
}
