import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { forgetfulDisk } from '#tests/support/power-cut.ts';

const run = promisify(execFile);
const IMAGE_BYTES = 1024 * 1024 * 1024;

/** A disk for a server's data whose power can be cut. */
export interface CuttableDisk extends AsyncDisposable {
  /** Its description, in words. */
  readonly kind: string;
  readonly directory: string;
  /** The environment for the server that uses it. */
  readonly env: Readonly<Record<string, string>>;
  /** From here on nothing reaches the disk; every write fails with an error. */
  cut(): Promise<void>;
  /**
   * Copies the data that reached the disk back into the server's data directory. No process may use it at that time.
   */
  mend(dataDir: string): Promise<void>;
}

/**
 * A real ext4 on a loop device if this process may mount one. Aborting it drops what was not synced, and mounting it
 * again replays its journal. Elsewhere (no root, no loop devices, not Linux) it records the server's own syncs and
 * removes everything else. SQLite's syncs are not recorded.
 */
export async function openCuttableDisk(): Promise<CuttableDisk> {
  const home = await mkdtemp(path.join(tmpdir(), 'cuttable-'));
  return (await loopDevice(home).catch(() => undefined)) ?? recorded(home);
}

async function loopDevice(home: string): Promise<CuttableDisk> {
  const [image, directory] = [path.join(home, 'image'), path.join(home, 'disk')];
  const file = await open(image, 'w');
  await file.truncate(IMAGE_BYTES);
  await file.close();
  await mkdir(directory);
  await run('mkfs.ext4', ['-q', '-F', image]);
  const mount = () => run('mount', ['-o', 'loop', image, directory]);
  await mount();
  return {
    kind: 'ext4 on a loop device, aborted and mounted again',
    directory,
    env: {},
    cut: async () => void (await run('mount', ['-o', 'remount,abort', directory])),
    mend: async () => {
      await run('umount', [directory]);
      await mount();
    },
    [Symbol.asyncDispose]: async () => {
      await run('umount', [directory]);
      await rm(home, { recursive: true });
    },
  };
}

function recorded(home: string): CuttableDisk {
  const disk = forgetfulDisk(path.join(home, 'syncs'));
  return {
    kind: 'no file system could be mounted here: what the server did not sync is taken away, SQLite excepted',
    directory: home,
    env: disk.env,
    cut: async () => undefined,
    mend: async (dataDir) => disk.cutPower(path.join(dataDir, 'uploads')),
    [Symbol.asyncDispose]: () => rm(home, { recursive: true, force: true }),
  };
}
