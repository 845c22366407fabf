import { execFileSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { copyFile, cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Mutation, mutatedText, root } from './mutation.ts';

/** A copy of the project in which one rule at a time is broken; it goes when the process ends. */
export interface WorkCopy {
  readonly folder: string;
  /** Where Vitest keeps what it has transformed, so that the next mutation begins sooner. */
  readonly cache: string;
  /** Breaks the rule; the answer mends it. */
  apply(mutation: Mutation): Promise<() => Promise<void>>;
}

/** Copies what git knows or would add, and the built pages; `node_modules` is the project's own. */
export async function createWorkCopy(index: number): Promise<WorkCopy> {
  const folder = path.join(tmpdir(), `application-form-mutations-${process.getuid?.() ?? 0}-${process.pid}-${index}`);
  await rm(folder, { recursive: true, force: true });
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  process.once('exit', remove);
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const file of listed.split('\0').filter((name) => name !== '' && existsSync(path.join(root, name)))) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await copyFile(path.join(root, file), path.join(folder, file));
  }
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  await copyPages(folder);
  return {
    folder,
    cache: path.join(folder, '.vitest-cache'),
    apply: async (mutation) => {
      const file = path.join(folder, mutation.file);
      const before = await readFile(file, 'utf8');
      await writeFile(file, mutatedText(mutation, folder));
      return async () => {
        await writeFile(file, before);
        if (mutation.needsBuild) await copyPages(folder);
      };
    },
  };
}

async function copyPages(folder: string): Promise<void> {
  const pages = path.join(folder, 'dist');
  await rm(pages, { recursive: true, force: true });
  if (existsSync(path.join(root, 'dist'))) await cp(path.join(root, 'dist'), pages, { recursive: true });
}
