import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as elapse } from 'node:timers/promises';

/** SIGKILL to the first process of a group and all others in it; ends when none of them is left. */
export async function killGroup(first: number): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (signal(first, 'SIGKILL')) {
    if (Date.now() > deadline) throw new Error(`process group ${first} does not end`);
    await elapse(20);
  }
}

/** Whether there was still somebody to hear it. */
function signal(group: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(-group, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

/**
 * The browser that runs on this directory now: the first of a process group with that word among its arguments. Where a
 * driver starts the browser itself, this is how to find it, right after its start.
 */
export async function browserOn(directory: string): Promise<number> {
  for (const name of await readdir('/proc')) {
    const pid = Number(name);
    const [words, group] = Number.isInteger(pid) ? await Promise.all([argumentsOf(pid), groupOf(pid)]) : [[], 0];
    if (words.includes(directory) && group === pid) return pid;
  }
  throw new Error(`no browser runs on ${directory}`);
}

const read = (pid: number, file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
const argumentsOf = async (pid: number) => (await read(pid, 'cmdline')).split('\0');
/** The third word after the name in brackets. */
const groupOf = async (pid: number) => Number((await read(pid, 'stat')).split(') ').at(-1)?.split(' ')[2]);
