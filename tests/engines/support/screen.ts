import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';

export interface Screen {
  /** The value for DISPLAY. */
  readonly display: string;
  close(): Promise<void>;
}

/** A virtual screen on a free display. */
export async function openScreen(command: string): Promise<Screen> {
  const parameters = ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'];
  const child = spawn(command, parameters, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`the screen exited with ${code}`)));
  ended.catch(() => {});
  const [number] = await Promise.race([once(child.stdio[3] as Readable, 'data'), ended]);
  return {
    display: `:${String(number).trim()}`,
    async close() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill();
      await ended.catch(() => {});
    },
  };
}
