import type { Server } from 'node:http';
import { AppError } from '../errors.ts';
import { answerAndClose } from './raw-answer.ts';

/** Answers what is no HTTP, or too much of it, or came too late, as everything else is answered: with a problem. */
export function answerClientErrors(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    answerAndClose(socket, problemOf(error.code));
  });
}

function problemOf(code: string | undefined): AppError {
  if (code === 'HPE_HEADER_OVERFLOW') return new AppError('HEADERS_TOO_LARGE');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new AppError('REQUEST_TIMEOUT');
  return new AppError('MALFORMED_REQUEST');
}
