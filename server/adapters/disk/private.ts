import { chmodSync, lstatSync, opendirSync, statSync } from 'node:fs';
import path from 'node:path';

const OTHERS = 0o077;
/** What lies in a data directory beside the uploads, with what SQLite keeps beside each of its files. */
const OURS = /^(?:ledger\.sqlite|server\.lock|backup\.json)/;

/**
 * From now on nothing that this process makes can be read by its group or by others, whatever umask it was started with
 * and whichever library makes it. For the beginning of a program: it holds for everything in the process.
 */
export function makeOnlyPrivateFiles(): void {
  process.umask(OTHERS);
}

/**
 * Takes from group and others what they may do with a data directory and what is in it, which an earlier release or a
 * copy may have left open. Files of others in it are left alone: nobody reaches them any more.
 * @returns what could not be closed because it belongs to somebody else
 */
export function closeToOthers(dataDir: string): readonly string[] {
  const uploads = path.join(dataDir, 'uploads');
  const open = [dataDir, uploads].filter((directory) => !close(directory, statSync(directory).mode));
  for (const name of namesIn(dataDir)) {
    if (OURS.test(name)) open.push(...stillOpen(path.join(dataDir, name)));
  }
  for (const name of namesIn(uploads)) open.push(...stillOpen(path.join(uploads, name)));
  return open;
}

/** A link is left as it is: its own mode means nothing. What was removed meanwhile is closed for good. */
function stillOpen(file: string): readonly string[] {
  const facts = lstatSync(file, { throwIfNoEntry: false });
  return !facts?.isFile() || close(file, facts.mode) ? [] : [file];
}

/** Whether it is closed now. Throws the file system's error where that cannot be known. */
function close(file: string, mode: number): boolean {
  if ((mode & OTHERS) === 0) return true;
  try {
    chmodSync(file, mode & 0o700);
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') return true;
    if (code === 'EPERM' || code === 'EROFS') return false;
    throw error;
  }
}

/** One after another: there may be very many. */
function* namesIn(directory: string): Generator<string> {
  const entries = opendirSync(directory);
  try {
    for (let entry = entries.readSync(); entry !== null; entry = entries.readSync()) yield entry.name;
  } finally {
    entries.closeSync();
  }
}
