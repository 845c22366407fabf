import { spawn } from 'node:child_process';

/** Runs Node to its end and answers its exit code; kills it, and all that it has started, if it takes too long. */
export function runNode(args: readonly string[], cwd: string, limitMs: number): Promise<number | null | 'late'> {
  return new Promise((resolve, reject) => {
    // Servers that a test started are in the same process group, and end with it.
    const child = spawn(process.execPath, args, { cwd, detached: true, stdio: 'ignore' });
    const killAll = () => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // All of them have ended.
      }
    };
    process.once('exit', killAll);
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      killAll();
    }, limitMs);
    child.once('error', reject);
    child.once('exit', (code) => {
      clearTimeout(timer);
      process.off('exit', killAll);
      killAll();
      resolve(isLate ? 'late' : code);
    });
  });
}
