/**
 * `npm run dev`: our server on port 3000 with reload, in demo mode with its simulated services, and Vite's server with hot
 * reload, which forwards /api to ours. If one ends, both end.
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
