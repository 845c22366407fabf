import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as elapse } from 'node:timers/promises';

/** SIGKILL to the first process of a group and all others in it; resolves when none is running. */
export async function killGroup(first: number): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    signal(first, 'SIGKILL');
    if (!(await runs(first))) return;
    if (Date.now() > deadline) throw new Error(`process group ${first} does not end`);
    await elapse(20);
  }
}

function signal(group: number, name: NodeJS.Signals): void {
  try {
    process.kill(-group, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Whether a process of the group is still running. On a busy machine, a parent may not have reaped a dead one yet. */
async function runs(group: number): Promise<boolean> {
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger);
  const states = await Promise.all(pids.map(stateOf));
  return states.some((one) => one.group === group && !ENDED.includes(one.state));
}

const ENDED: readonly string[] = ['Z', 'X', ''];

/**
 * The browser on this directory: the first process of a group with that argument. A caller uses this right after a
 * driver has started the browser.
 */
export async function browserOn(directory: string): Promise<number> {
  for (const name of await readdir('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    const [words, { group }] = await Promise.all([argumentsOf(pid), stateOf(pid)]);
    if (words.includes(directory) && group === pid) return pid;
  }
  throw new Error(`no browser runs on ${directory}`);
}

const read = (pid: number, file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
const argumentsOf = async (pid: number) => (await read(pid, 'cmdline')).split('\0');

/** The first and the third word after the name in brackets; '' and NaN if the process is gone. */
async function stateOf(pid: number): Promise<{ readonly state: string; readonly group: number }> {
  const [state = '', , group] = (await read(pid, 'stat')).split(') ').at(-1)?.split(' ') ?? [];
  return { state, group: Number(group) };
}
