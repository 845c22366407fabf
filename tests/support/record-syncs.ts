/**
 * Loaded into each thread of a server with `--import`. Records in the file `SYNC_LOG` what every successful sync of a
 * file or directory wrote to the disk. Linux only: a handle's name is read from /proc.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import type { SyncedPath } from './power-cut.ts';

const log = process.env.SYNC_LOG ?? '';

/** What a sync that starts now is sure to write. */
function standing(handle: number): SyncedPath {
  const file = fs.readlinkSync(`/proc/self/fd/${handle}`);
  const stats = fs.fstatSync(handle);
  return { file, inode: stats.ino, size: stats.size, ...(stats.isDirectory() ? { names: fs.readdirSync(file) } : {}) };
}

const note = (synced: SyncedPath) => fs.appendFileSync(log, `${JSON.stringify(synced)}\n`);

for (const name of ['fsync', 'fdatasync'] as const) {
  const [waiting, later] = [fs[`${name}Sync`], fs[name]];
  Object.assign(fs, {
    [`${name}Sync`]: (handle: number) => {
      const synced = standing(handle);
      waiting(handle);
      note(synced);
    },
    [name]: (handle: number, done: fs.NoParamCallback) => {
      const synced = standing(handle);
      later(handle, (error) => {
        if (error === null) note(synced);
        done(error);
      });
    },
  });
}

const any = await fs.promises.open(process.execPath);
const methods: Pick<fs.promises.FileHandle, 'sync' | 'datasync'> = Object.getPrototypeOf(any);
await any.close();
for (const name of ['sync', 'datasync'] as const) {
  const original = methods[name];
  methods[name] = async function (this: fs.promises.FileHandle) {
    const synced = standing(this.fd);
    await original.call(this);
    note(synced);
  };
}
syncBuiltinESMExports();
