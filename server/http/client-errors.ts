import { randomUUID } from 'node:crypto';
import { type Server, STATUS_CODES } from 'node:http';
import { AppError } from '../errors.ts';
import { POLICY_OF_CALLS } from './middleware/security-headers.ts';

/** Answers requests that Node cannot parse, or that time out, with a problem document; Node alone sends no body. */
export function answerClientErrors(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    const problem = problemOf(error.code);
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
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
  });
}

function problemOf(code: string | undefined): AppError {
  if (code === 'HPE_HEADER_OVERFLOW') return new AppError('HEADERS_TOO_LARGE');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new AppError('REQUEST_TIMEOUT');
  return new AppError('MALFORMED_REQUEST');
}
