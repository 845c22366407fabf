import { pino } from 'pino';
import { CallFailure } from './ports/call-failure.ts';
import type { Log } from './ports/log.ts';

/**
 * The log: JSON lines with ids and figures. What an error says is cleaned of secrets and addresses, and an outside
 * failure is told by its kind only, since its cause names where the outside is.
 */
export function createLog(level: string, redact: (text: string) => string): Log {
  return pino({
    level,
    base: null,
    serializers: { err: (error: unknown) => describe(error, redact) },
  });
}

function describe(error: unknown, redact: (text: string) => string): object {
  if (!(error instanceof Error)) return { type: typeof error };
  if (error instanceof CallFailure) {
    const { kind, message, status } = error;
    return { type: error.name, kind, message, status, cause: codeOf(error.cause) };
  }
  const frames = (error.stack ?? '')
    .split('\n')
    .slice(1, 8)
    .map((line) => line.trim());
  return { type: error.name, message: redact(error.message), code: codeOf(error), stack: frames };
}

function codeOf(error: unknown): string | undefined {
  if (error instanceof CallFailure) return error.kind;
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}
