import { readdir, readFile, writeFile } from 'node:fs/promises';

/** Resident memory of a process in MB: now, and the peak since `forgetPeak`. Linux keeps both. */
export async function memoryOf(pid: number): Promise<{ readonly now: number; readonly peak: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const mb = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024;
  return { now: mb('VmRSS'), peak: mb('VmHWM') };
}

/** Resets the peak to the current resident memory. */
export const forgetPeak = (pid: number): Promise<void> => writeFile(`/proc/${pid}/clear_refs`, '5');

/** The maximum growth of a process in MB while `work` ran. */
export async function growthDuring(pid: number, work: () => Promise<unknown>): Promise<number> {
  await forgetPeak(pid);
  const { now } = await memoryOf(pid);
  await work();
  return (await memoryOf(pid)).peak - now;
}

/** Processor time of all threads of a process so far, in seconds; Linux counts hundredths. */
export const processorTime = async (pid: number): Promise<number> => (await statOf(pid)).own;

/** The same for a process and its children, including finished ones. */
export async function processorTimeOfFamily(pid: number): Promise<number> {
  const { own, ended } = await statOf(pid);
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const stats = await Promise.all(pids.map((one) => statOf(one).catch(() => undefined)));
  return stats.reduce((sum, stat) => (stat?.parent === pid ? sum + stat.own : sum), own + ended);
}

async function statOf(pid: number) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name of the program is in brackets and may contain spaces.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const seconds = (first: number) => ((fields[first] ?? 0) + (fields[first + 1] ?? 0)) / 100;
  return { parent: fields[1], own: seconds(11), ended: seconds(13) };
}
