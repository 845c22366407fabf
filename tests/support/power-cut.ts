import { existsSync, readdirSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import path from 'node:path';

/** What one sync wrote to the disk: the first bytes of a file, or the names in a directory. */
export interface SyncedPath {
  readonly file: string;
  readonly inode: number;
  readonly size: number;
  readonly names?: readonly string[];
}

export interface ForgetfulDisk {
  /** The environment for processes whose syncs count. */
  readonly env: Readonly<Record<string, string>>;
  /** Removes everything that was not synced from a directory, as a power cut may. No process may be using it. */
  cutPower(directory: string): void;
}

/** Files of SQLite, whose syncs we cannot see. */
const LEDGER = /\.sqlite(-wal|-shm|-journal)?$/;

/**
 * A disk that loses everything unsynced in a power cut. Names that no sync of their directory covered are removed.
 * Files are truncated to their size at the last sync. `log` is a file that does not exist yet.
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
