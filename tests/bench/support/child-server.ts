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
  /** Bytes after a garbage collection. Only a measured-server has this. */
  held(): Promise<Held>;
  /** Sends a message and returns the answer of the program. */
  ask(message: string): Promise<unknown>;
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
    child.once('exit', (code) => reject(new Error(`${program} exited with ${code}`)));
  });
  return {
    url,
    held: () => ask(child, 'held') as Promise<Held>,
    ask: (message) => ask(child, message),
    close: () => end(child),
  };
}

function ask(child: ChildProcess, question: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error(`the process exited before it answered ${question}`));
    child.once('exit', ended);
    child.once('message', (answer) => {
      child.off('exit', ended);
      resolve(answer);
    });
    child.send(question);
  });
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}
