import { spawn } from 'node:child_process';
import path from 'node:path';

export interface Child extends AsyncDisposable {
  readonly url: string;
  readonly pid: number;
}

/** Starts a program of this folder in a separate process; it prints its address first. Disposal kills it. */
export async function startChild(program: string, ...args: readonly string[]): Promise<Child> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, program), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (text) => resolve(String(text).trim()));
    child.once('exit', () => reject(new Error(`${program} did not start`)));
  });
  return {
    url,
    pid: child.pid ?? 0,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
