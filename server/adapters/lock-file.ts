import { existsSync, linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { takeName } from './lock-name.ts';

/** Held as long as its process lives. Nothing else may open it there: closing any handle would give up the lock. */
const LOCK = 'server.lock.sqlite';
/** Says who holds it, for the message alone. */
const OWNER = 'server.lock';
/** What a server leaves in its directory: where one of these is, the lock file belongs, too. */
const TRACES = ['ledger.sqlite', path.join('uploads', 'ledger.kind')];
/** A process that was just killed gives up its locks within this. */
const PATIENCE_MS = 1_000;
/** An owner looks after its lock file this often. */
const LOOK_EVERY_MS = 500;
/** Within this an owner that lives has put a lock file back that was removed. */
const RESTORED_MS = 5 * LOOK_EVERY_MS;
const SQLITE_BUSY = 5;
/** Out of reach of the garbage collector, which would close them. */
const held = new Set<Lock>();

interface Lock {
  file: DatabaseSync;
  inode: number;
}

/**
 * Makes this process the owner of a data directory; the answer gives it up. Rejects with a clear message when another
 * one owns it. The locks are the operating system's and end with their process, however that ends: a lock on a file,
 * through SQLite, which holds between containers that see nothing of each other's processes, and a name that cannot be
 * removed, where there are such names (docs/decisions/0021-operations.md). The ledger itself is not locked, so
 * that tools can read beside the server.
 */
export async function lockDirectory(directory: string): Promise<() => void> {
  const inUse = () =>
    new Error(`DATA_DIR ${directory} is in use by another server (process ${nameOf(directory)}); stop it first`);
  const giveUpName = await takeName(directory, PATIENCE_MS);
  if (giveUpName === 'taken') throw inUse();
  try {
    await lockFileRestored(directory);
    const lock = lockFile(path.join(directory, LOCK));
    if (lock === undefined) throw inUse();
    held.add(lock);
    writeOwner(directory);
    const looking = setInterval(() => lookAfter(lock, directory), LOOK_EVERY_MS).unref();
    return () => {
      // Given up once: then both files are the next one's.
      if (!held.delete(lock)) return;
      clearInterval(looking);
      removeOwner(directory);
      lock.file.close();
      giveUpName?.();
    };
  } catch (error) {
    giveUpName?.();
    throw error;
  }
}

/** On a disk that can only be read any more it stays, and names a process that is gone: the server ends all the same. */
function removeOwner(directory: string): void {
  try {
    rmSync(path.join(directory, OWNER), { force: true });
  } catch {
    // It is for the message alone.
  }
}

/** A directory that has been worked in and has no lock file: where its owner lives, it puts it back in a moment. */
async function lockFileRestored(directory: string): Promise<void> {
  const isThere = (name: string) => existsSync(path.join(directory, name));
  const until = performance.now() + RESTORED_MS;
  while (TRACES.some(isThere) && !isThere(LOCK) && performance.now() < until) await sleep(LOOK_EVERY_MS / 5);
}

/** Undefined where another process has it. */
function lockFile(name: string): Lock | undefined {
  const file = new DatabaseSync(name, { timeout: PATIENCE_MS });
  try {
    file.exec('begin exclusive');
    return { file, inode: statSync(name).ino };
  } catch (error) {
    file.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
}

/**
 * Puts the lock file back where somebody removed or replaced it. Throws, which ends the process, where another server
 * was faster: of two, the one that knows of the other must not go on.
 */
function lookAfter(lock: Lock, directory: string): void {
  let next: Lock | undefined;
  try {
    if (statSync(path.join(directory, LOCK), { throwIfNoEntry: false })?.ino === lock.inode) return;
    next = putBack(path.join(directory, LOCK));
  } catch {
    // A disk that cannot be used now: others say so, and the next look tries again.
    return;
  }
  if (next === undefined) throw new Error(`the lock of DATA_DIR ${directory} was removed, and another server took it`);
  lock.file.close();
  Object.assign(lock, next);
  writeOwner(directory);
}

/**
 * A lock file is held before it has the name by which others look for it: between its making and its lock, a server that
 * waits for it to come back would take it from its owner.
 */
function putBack(name: string): Lock | undefined {
  const unseen = `${name}.${process.pid}`;
  rmSync(unseen, { force: true });
  const lock = lockFile(unseen);
  try {
    linkSync(unseen, name);
    return lock;
  } catch {
    // Another file has the name, or this disk gives a file one name only.
    lock?.file.close();
    return lockFile(name);
  } finally {
    rmSync(unseen, { force: true });
  }
}

/** For the message alone: a directory that cannot be written is said by others. */
function writeOwner(directory: string): void {
  try {
    writeFileSync(path.join(directory, OWNER), `${process.pid}\n`, { mode: 0o600 });
  } catch {}
}

function nameOf(directory: string): string {
  try {
    return /\d+/.exec(readFileSync(path.join(directory, OWNER), 'utf8'))?.[0] ?? 'unknown';
  } catch {
    return 'unknown';
  }
}
