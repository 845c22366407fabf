import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
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
  if (process.argv[2] !== 'here') Object.defineProperty(process, 'platform', { value: 'other' });
  if (process.argv[2] === 'slow') {
    const { DatabaseSync } = await import('node:sqlite');
    const { exec } = DatabaseSync.prototype;
    DatabaseSync.prototype.exec = function (sql) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
      return exec.call(this, sql);
    };
  }
  const { lockDirectory } = await import('./server/adapters/lock-file.ts');
  await lockDirectory(process.argv[1]).then(
    () => process.stdout.write('owned'),
    () => process.stdout.write('refused'),
  );
  setInterval(() => undefined, 1000);`;

/**
 * A process that owns the directory, or was refused, until it is killed. A `nameless` one lives where names that are no
 * files do not reach: on another system, or in a container with a network of its own. So does a `slow` one, which gets no
 * processor between the making of a file and its lock.
 */
async function contend(
  where: 'here' | 'nameless' | 'slow' = 'here',
): Promise<{ child: ChildProcess; outcome: string }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM, directory, where]);
  started.push(child);
  const [outcome] = await once(child.stdout, 'data');
  return { child, outcome: String(outcome) };
}

const IN_USE = /in use by another server/;
const lockFile = () => path.join(directory, 'server.lock.sqlite');
/** As a server leaves it that has worked there. */
const workIn = () => writeFile(path.join(directory, 'ledger.sqlite'), '');
async function removeLocks(): Promise<void> {
  for (const name of await readdir(directory)) {
    if (name.startsWith('server.lock')) await rm(path.join(directory, name), { force: true });
  }
}

/** Takes the lock in the moment in which its file is there, as another server may, and says what came of it. */
function lockAsItComes(): string {
  const until = performance.now() + 60_000;
  while (!existsSync(lockFile())) if (performance.now() > until) return 'never there';
  const file = new DatabaseSync(lockFile(), { timeout: 0 });
  try {
    file.exec('begin exclusive');
    return 'taken';
  } catch (error) {
    return error instanceof Error ? error.message : 'unknown';
  } finally {
    file.close();
  }
}

test('a directory that a living process owns is refused, by its number', async () => {
  const { child } = await contend();
  await expect(lockDirectory(directory)).rejects.toThrow(
    `DATA_DIR ${directory} is in use by another server (process ${child.pid}); stop it first`,
  );
});

test('a directory whose owner was killed is free at once, again and again, whoever has its number now', async () => {
  for (let i = 0; i < 5; i += 1) {
    (await contend()).child.kill('SIGKILL');
    // Not waited for: what decides is the system's lock, not whether the process can still be seen.
    (await lockDirectory(directory))();
  }
  // A file that names a living process is no lock.
  await writeFile(path.join(directory, 'server.lock'), `${process.ppid}\n`);
  (await lockDirectory(directory))();
});

test('of several that start at once exactly one owns it; given up, it is the next one’s', async () => {
  const contenders = await Promise.all([contend(), contend(), contend(), contend()]);
  expect(contenders.map(({ outcome }) => outcome).sort()).toEqual(['owned', 'refused', 'refused', 'refused']);
  for (const { child } of contenders) child.kill('SIGKILL');
  const unlock = await lockDirectory(directory);
  expect(await readFile(path.join(directory, 'server.lock'), 'utf8')).toBe(`${process.pid}\n`);
  await expect(lockDirectory(directory)).rejects.toThrow(IN_USE);
  unlock();
  const next = await lockDirectory(directory);
  unlock();
  await expect(lockDirectory(directory)).rejects.toThrow(/in use by another server \(process \d+\)/);
  next();
});

describe('a lock file that somebody removes while its owner lives', () => {
  test('lets nobody in, in the same moment and later, and is put back', async () => {
    await contend();
    await workIn();
    await removeLocks();
    expect((await contend()).outcome).toBe('refused');
    await expect.poll(() => existsSync(lockFile())).toBe(true);
    expect((await contend()).outcome).toBe('refused');
  });

  test('lets nobody in either where there is nothing but the file', async () => {
    expect((await contend('nameless')).outcome).toBe('owned');
    await workIn();
    await removeLocks();
    expect((await contend('nameless')).outcome).toBe('refused');
    expect((await contend()).outcome).toBe('refused');
  });

  test('is not there again for a moment without its owner’s lock, whoever waits for it', async () => {
    const owner = await contend('slow');
    await workIn();
    for (let round = 0; round < 3; round += 1) {
      await removeLocks();
      expect(lockAsItComes()).toBe('database is locked');
    }
    expect(owner.child.exitCode).toBe(null);
    const left = ['ledger.sqlite', 'server.lock', 'server.lock.sqlite'];
    await expect.poll(async () => (await readdir(directory)).sort()).toEqual(left);
  });

  test('and puts another in its place: one server is left, whichever was faster', async () => {
    const owner = await contend('nameless');
    await workIn();
    await removeLocks();
    await writeFile(lockFile(), '');
    const other = await contend('nameless');
    if (other.outcome === 'owned') await expect.poll(() => owner.child.exitCode).toBe(1);
    else expect([owner.child.exitCode, other.outcome]).toEqual([null, 'refused']);
  });

  test('is not missed when its owner is dead: the directory is the next one’s', async () => {
    (await contend('nameless')).child.kill('SIGKILL');
    await workIn();
    await removeLocks();
    expect((await contend('nameless')).outcome).toBe('owned');
  });
});
