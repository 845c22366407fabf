import { AppError } from './errors.ts';

const PORT = 'HOST and PORT:';

/** What can keep a server from starting, by the code of the system. */
const WORDS: Readonly<Record<string, string>> = {
  EADDRINUSE: `${PORT} another program listens there`,
  EADDRNOTAVAIL: `${PORT} the host is no address of this machine`,
  ENOTFOUND: `${PORT} the host cannot be resolved`,
  ENOTDIR: 'DATA_DIR is, or lies below, a file',
  EEXIST: 'DATA_DIR is, or lies below, a file',
  EACCES: 'DATA_DIR cannot be written, or PORT is for privileged users only',
  EROFS: 'DATA_DIR cannot be written',
};

/** Words for the operator about an error that ended a start; the variable first, where one is to blame. */
export function startProblem(error: unknown): string {
  const root = error instanceof AppError && error.cause instanceof Error ? error.cause : error;
  if (!(root instanceof Error)) return String(root);
  const words = 'code' in root && typeof root.code === 'string' ? WORDS[root.code] : undefined;
  return words === undefined ? root.message : `${words} (${root.message})`;
}
