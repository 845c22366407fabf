import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDirectory } from '#server/adapters/lock-file.ts';

let directory: string;
let started: ChildProcess[];
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'lock-'));
  started = [];
});
afterEach(async () => {
  for (const child of started) child.kill('SIGKILL');
  await rm(directory, { recursive: true, force: true });
});

const PROGRAM = `
  const { lockDirectory } = await import('./server/adapters/lock-file.ts');
  try {
    lockDirectory(process.argv[1]);
    process.stdout.write('owned');
  } catch {
    process.stdout.write('refused');
  }
  setInterval(() => undefined, 1000);`;

/** Another process that tries to own the directory, and lives until it is killed. */
async function contend(): Promise<{ child: ChildProcess; outcome: string }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM, directory]);
  started.push(child);
  const [outcome] = await once(child.stdout, 'data');
  return { child, outcome: String(outcome) };
}

const IN_USE = /in use by another server/;

test('a directory that another process owns is refused with its process id', async () => {
  const { child } = await contend();
  expect(() => lockDirectory(directory)).toThrow(
    `DATA_DIR ${directory} is in use by another server (process ${child.pid}); stop it first`,
  );
});

test('a directory is free at once when its owner was killed, again and again', async () => {
  for (let i = 0; i < 5; i += 1) {
    // Not waited for: the system's lock decides, not whether the process can still be seen.
    (await contend()).child.kill('SIGKILL');
    lockDirectory(directory)();
  }
  // A file with the id of a living process is no lock.
  await writeFile(path.join(directory, 'server.lock'), `${process.ppid}\n`);
  lockDirectory(directory)();
});

test('of several that start at once exactly one owns it; given up once, it is the next one’s', async () => {
  const contenders = await Promise.all([contend(), contend(), contend(), contend()]);
  expect(contenders.map(({ outcome }) => outcome).sort()).toEqual(['owned', 'refused', 'refused', 'refused']);
  for (const { child } of contenders) child.kill('SIGKILL');
  const unlock = lockDirectory(directory);
  expect(await readFile(path.join(directory, 'server.lock'), 'utf8')).toBe(`${process.pid}\n`);
  expect(() => lockDirectory(directory)).toThrow(IN_USE);
  unlock();
  const next = lockDirectory(directory);
  unlock();
  expect(() => lockDirectory(directory)).toThrow(/in use by another server \(process \d+\)/);
  next();
});
