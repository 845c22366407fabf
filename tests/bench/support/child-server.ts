import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';

export interface Held {
  readonly rss: number;
  readonly heapUsed: number;
  /** Microseconds. */
  readonly cpu: { readonly user: number; readonly system: number };
}

export interface ChildServer {
  readonly url: string;
  /** After a garbage collection; bytes. Of a measured-server only. */
  held(): Promise<Held>;
  close(): Promise<void>;
}

/** Starts a program of this folder that sends its address when it is ready. */
export async function startChild(
  program: string,
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<ChildServer> {
  const { PATH = '' } = process.env;
  const child = fork(path.join(import.meta.dirname, program), {
    env: { PATH, ...env },
    execArgv: [...args],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', (address) => resolve(String(address)));
    child.once('exit', (code) => reject(new Error(`${program} ended with ${code}`)));
  });
  return { url, held: () => ask(child), close: () => end(child) };
}

function ask(child: ChildProcess): Promise<Held> {
  return new Promise((resolve) => {
    child.once('message', (message) => resolve(message as Held));
    child.send('held');
  });
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}
