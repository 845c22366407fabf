/**
 * `npm run dev`: the server on port 3000 with reload (demo mode, so the simulated services run in its process), and
 * Vite's server with hot replacement, which passes /api on to it. Ends both when one ends.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const bin = (name: string): string => path.join(root, 'node_modules', '.bin', name);

const run = (command: string, ...args: string[]): ChildProcess => spawn(command, args, { cwd: root, stdio: 'inherit' });

const children = [run(process.execPath, '--watch', 'server/main.ts'), run(bin('vite'))];
const end = (): void => {
  for (const child of children) child.kill('SIGTERM');
};
for (const child of children) child.once('exit', end);
process.once('SIGINT', end).once('SIGTERM', end);
