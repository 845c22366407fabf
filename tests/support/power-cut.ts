import { existsSync, readdirSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import path from 'node:path';

/** What one sync has put onto the disk: so many bytes of a file, or the names in a directory. */
export interface SyncedPath {
  readonly file: string;
  readonly inode: number;
  readonly size: number;
  readonly names?: readonly string[];
}

export interface ForgetfulDisk {
  /** For the processes whose syncs count. */
  readonly env: Readonly<Record<string, string>>;
  /** Removes everything from a directory that no process has synced, as a power cut may; no process may be using it. */
  cutPower(directory: string): void;
}

/** Kept by SQLite, whose syncs are not seen from here. */
const LEDGER = /\.sqlite(-wal|-shm|-journal)?$/;

/**
 * A disk that forgets, in a power cut, all that was not synced: names that no sync of their directory has seen are
 * removed, files are cut to the size that they had when they were last synced. `log` is a file that is not there yet.
 */
export function forgetfulDisk(log: string): ForgetfulDisk {
  const recorder = path.join(import.meta.dirname, 'record-syncs.ts');
  return {
    env: { NODE_OPTIONS: `--import=${recorder}`, SYNC_LOG: log },
    cutPower: (directory) => {
      const lines = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').filter(Boolean) : [];
      const last = new Map<number, SyncedPath>();
      for (const line of lines) {
        const synced: SyncedPath = JSON.parse(line);
        last.set(synced.inode, synced);
      }
      forget(directory, last, path.dirname(directory));
    },
  };
}

function forget(file: string, last: ReadonlyMap<number, SyncedPath>, parent: string): void {
  const stats = statSync(file);
  if (LEDGER.test(file)) return;
  const isNamed = last.get(statSync(parent).ino)?.names?.includes(path.basename(file)) ?? false;
  if (!isNamed) rmSync(file, { recursive: true });
  else if (stats.isDirectory()) for (const name of readdirSync(file)) forget(path.join(file, name), last, file);
  else truncateSync(file, Math.min(last.get(stats.ino)?.size ?? 0, stats.size));
}
