import { once } from 'node:events';
import { statSync } from 'node:fs';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const RETRY_MS = 50;
/** What a system says that has no such names, or lets this process have none. */
const UNAVAILABLE = new Set<unknown>(['EAFNOSUPPORT', 'EACCES', 'EPERM', 'EINVAL', 'EPROTONOSUPPORT']);

/**
 * Takes a name for a directory that exists in the system alone: it is no file, nobody can remove it, and it ends with
 * its process. Linux has such names (abstract sockets), for all processes that share a network namespace.
 * @param patienceMs how long a name that is taken may take to become free
 * @returns what gives it up; `taken` where another process has it; undefined where there are no such names
 */
export async function takeName(directory: string, patienceMs: number): Promise<(() => void) | 'taken' | undefined> {
  if (process.platform !== 'linux') return undefined;
  const { dev, ino } = statSync(directory);
  const until = performance.now() + patienceMs;
  for (;;) {
    const socket = net.createServer((connection) => connection.destroy());
    try {
      socket.listen(`\0online-application-form:${dev}:${ino}`);
      await once(socket, 'listening');
      // The name is no reason to live.
      socket.unref();
      return () => void socket.close();
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (UNAVAILABLE.has(code)) return undefined;
      if (code !== 'EADDRINUSE') throw error;
      if (performance.now() >= until) return 'taken';
      await sleep(RETRY_MS);
    }
  }
}
