import { type DestinationStream, pino } from 'pino';
import { AppError } from './errors.ts';
import { CallFailure } from './ports/call-failure.ts';
import type { Log } from './ports/log.ts';
import { shortId, withShortIds } from './submission/short-id.ts';

/**
 * The log: JSON lines with numbers and the first digits of ids. Secrets, addresses and quotations are removed from error
 * messages, since parsers and databases quote data. Of an outside failure only the kind is logged, since its cause
 * contains the address.
 */
export function createLog(level: string, redact: (text: string) => string, destination?: DestinationStream): Log {
  const serializers = {
    err: (error: unknown) => describe(error, redact),
    submission: (id: unknown) => (typeof id === 'string' ? shortId(id) : undefined),
  };
  const options = { level, base: null, serializers };
  return pino(options, destination ?? standardOutput());
}

/** Log lines that wait for a slow reader; later ones are dropped. */
const MOST_WAITING_BYTES = 8 * 1024 * 1024;

let standard: DestinationStream | undefined;

/** One for the process. It writes in the background, so that a slow reader does not block requests. */
function standardOutput(): DestinationStream {
  standard ??= pino.destination({
    dest: process.stdout.fd,
    sync: false,
    maxLength: MOST_WAITING_BYTES,
  });
  return standard;
}

const QUOTED = /"[^"]*"?|'[^']*'|`[^`]*`|“[^”]*”/g;

/** OAuth's error code, such as `invalid_grant`: a constant without personal data. */
const TOKEN_REASON = /"error"\s*:\s*"([a-z_]{1,40})"/;

function describe(error: unknown, redact: (text: string) => string): object {
  if (!(error instanceof Error)) return describeThrown(error, redact);
  if (error instanceof CallFailure) {
    const { name: type, kind, message, status, cause } = error;
    if (!(cause instanceof CallFailure)) return { type, kind, message, status, cause: codeOf(cause) };
    // The refusal of a token.
    const [, reason] = TOKEN_REASON.exec(cause.body ?? '') ?? [];
    return { type, kind: cause.kind, message, status: cause.status, reason, cause: codeOf(cause.cause) };
  }
  const message = cleaned(wordsOf(error), redact) || NO_MESSAGE;
  // The message of an AppError is for the client. Its cause is for the operator.
  const cause = error instanceof AppError && error.cause instanceof Error ? describe(error.cause, redact) : undefined;
  return { type: error.name, message, code: codeOf(error), stack: framesOf(error), cause };
}

const NO_MESSAGE = '(no message)';

/** Node's error has no message if a host has several addresses and none of them answers. */
function wordsOf(error: Error): string {
  if (error.message !== '' || !(error instanceof AggregateError)) return error.message;
  return error.errors.map((one: unknown) => (one instanceof Error ? one.message : '')).join('; ');
}

/** Describes a thrown value that is no Error, such as `{ status_code, body }`. */
function describeThrown(thrown: unknown, redact: (text: string) => string): object {
  if (typeof thrown === 'string') return { type: 'string', message: cleaned(thrown, redact) || NO_MESSAGE };
  if (typeof thrown !== 'object' || thrown === null) return { type: typeof thrown, message: NO_MESSAGE };
  const status = 'status_code' in thrown && typeof thrown.status_code === 'number' ? thrown.status_code : undefined;
  const said = 'message' in thrown ? thrown.message : 'body' in thrown ? thrown.body : undefined;
  const message = (typeof said === 'string' && cleaned(said, redact)) || NO_MESSAGE;
  return { type: 'object', message, status, code: codeOf(thrown) };
}

const cleaned = (text: string, redact: (text: string) => string) =>
  redact(withShortIds(text.replaceAll(QUOTED, '"…"')));

/** The frames of a stack, without the message, which may have several lines. */
function framesOf({ stack = '', message }: Error): readonly string[] {
  const begin = stack.indexOf(message);
  const frames = begin === -1 ? '' : stack.slice(begin + message.length);
  return frames
    .split('\n')
    .slice(1, 8)
    .map((line) => line.trim());
}

function codeOf(error: unknown): string | undefined {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}
