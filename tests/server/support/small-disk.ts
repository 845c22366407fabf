import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, open, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A separate file system that is small enough to fill. */
export interface SmallDisk {
  /** An empty directory on it. */
  readonly dataDir: string;
  /** Fills it until this many bytes are left, as other programs do. */
  fillUntilLeft(bytes: number): Promise<void>;
  /** Removes the filling. */
  free(): Promise<void>;
  close(): Promise<void>;
}

/** Whether a file system can be mounted here, which needs root, and also from a file, which needs loop devices. */
export const CAN_MOUNT = canMount();
export const CAN_MOUNT_FILES = CAN_MOUNT && existsSync('/dev/loop-control') && existsSync('/usr/sbin/mkfs.ext4');

export async function mountSmallDisk(megabytes: number): Promise<SmallDisk> {
  const directory = await mkdtemp(path.join(tmpdir(), 'small-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', directory]);
  const dataDir = path.join(directory, 'data');
  await mkdir(dataDir);
  const junk = path.join(directory, 'junk');
  return {
    dataDir,
    fillUntilLeft: async (bytes) => {
      const { bavail, bsize } = await statfs(directory);
      const file = await open(junk, 'a');
      for (let rest = bavail * bsize - bytes; rest > 0; rest -= 1024 * 1024) {
        await file.write(Buffer.alloc(Math.min(rest, 1024 * 1024)));
      }
      await file.close();
    },
    free: () => rm(junk, { force: true }),
    close: async () => {
      execFileSync('umount', ['--lazy', directory]);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** A file system that can be broken: then it is read-only, even for programs with open files. */
export interface BreakableDisk extends Pick<SmallDisk, 'dataDir' | 'close'> {
  break(): void;
}

export async function mountBreakableDisk(): Promise<BreakableDisk> {
  const home = await mkdtemp(path.join(tmpdir(), 'breakable-disk-'));
  const [image, directory] = [path.join(home, 'image'), path.join(home, 'mounted')];
  const file = await open(image, 'w');
  await file.truncate(128 * 1024 * 1024);
  await file.close();
  await mkdir(directory);
  execFileSync('mkfs.ext4', ['-q', '-m', '0', image]);
  execFileSync('mount', ['-o', 'loop,errors=remount-ro', image, directory]);
  const dataDir = path.join(directory, 'data');
  await mkdir(dataDir);
  return {
    dataDir,
    break: () => void execFileSync('mount', ['-o', 'remount,abort', directory]),
    close: async () => {
      execFileSync('umount', [directory]);
      await rm(home, { recursive: true, force: true });
    },
  };
}

function canMount(): boolean {
  if (process.getuid?.() !== 0) return false;
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
