import { type DestinationStream, pino } from 'pino';
import { AppError } from './errors.ts';
import { CallFailure } from './ports/call-failure.ts';
import type { Log } from './ports/log.ts';

/**
 * The log: JSON lines with ids and figures. What an error says is cleaned of secrets and addresses and of everything
 * that it quotes, since what parsers and databases quote is data; an outside failure is told by its kind only, since
 * its cause names where the outside is.
 */
export function createLog(level: string, redact: (text: string) => string, destination?: DestinationStream): Log {
  const options = { level, base: null, serializers: { err: (error: unknown) => describe(error, redact) } };
  return pino(options, destination ?? standardOutput());
}

/**
 * Lines are written some at a time, none later than twice this; all of them when the process ends, unless it is killed.
 */
const GATHERED_MS = 50;
const GATHERED_CHARACTERS = 16_384;

let standard: DestinationStream | undefined;

/** One for the process. */
function standardOutput(): DestinationStream {
  standard ??= gatheredOutput();
  return standard;
}

/** Gathers lines ahead of pino's own destination, which counts the bytes of all that it holds again at each line. */
function gatheredOutput(): DestinationStream {
  let lines = '';
  let timer: NodeJS.Timeout | undefined;
  const hand = () => {
    clearTimeout(timer);
    timer = undefined;
    output.write(lines);
    lines = '';
  };
  // Before the destination's own, which writes what it has at that moment.
  process.once('exit', hand);
  const output = pino.destination({
    dest: 1,
    sync: false,
    minLength: GATHERED_CHARACTERS,
    maxWrite: 4 * GATHERED_CHARACTERS,
    periodicFlush: GATHERED_MS,
  });
  return {
    write: (line) => {
      lines += line;
      if (lines.length >= GATHERED_CHARACTERS) hand();
      else timer ??= setTimeout(hand, GATHERED_MS).unref();
    },
  };
}

const QUOTED = /"[^"]*"?|'[^']*'|`[^`]*`|“[^”]*”/g;

function describe(error: unknown, redact: (text: string) => string): object {
  if (!(error instanceof Error)) return { type: typeof error };
  if (error instanceof CallFailure) {
    const { kind, message, status } = error;
    return { type: error.name, kind, message, status, cause: codeOf(error.cause) };
  }
  const message = redact(error.message.replaceAll(QUOTED, '"…"'));
  // The words of one of ours are for the client: what was behind it is for who reads the log.
  const cause = error instanceof AppError && error.cause instanceof Error ? describe(error.cause, redact) : undefined;
  return { type: error.name, message, code: codeOf(error), stack: framesOf(error), cause };
}

/** Where it happened. The stack begins with the message, which may have lines of its own. */
function framesOf({ stack = '', message }: Error): readonly string[] {
  const begin = stack.indexOf(message);
  const frames = begin === -1 ? '' : stack.slice(begin + message.length);
  return frames
    .split('\n')
    .slice(1, 8)
    .map((line) => line.trim());
}

function codeOf(error: unknown): string | undefined {
  if (error instanceof CallFailure) return error.kind;
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}
