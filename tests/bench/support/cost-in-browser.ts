import type { Browser } from 'playwright-core';
import { forgetPeak, memoryOf, processorTime } from './memory.ts';

interface Cost {
  /** The maximum growth of the process, in MB. */
  readonly growth: number;
  /** Processor time in seconds. */
  readonly seconds: number;
}

/** The cost of `work` for the process of a page, including its workers. */
export async function costInBrowser(browser: Browser, work: () => Promise<unknown>): Promise<Cost> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const pids = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  await Promise.all(pids.map(forgetPeak));
  const look = () =>
    Promise.all(pids.map(async (pid) => ({ ...(await memoryOf(pid)), time: await processorTime(pid) })));
  const before = await look();
  await work();
  const costs = (await look()).map(({ peak, time }, at) => ({
    growth: peak - (before[at]?.now ?? 0),
    seconds: time - (before[at]?.time ?? 0),
  }));
  return costs.reduce((most, one) => (one.growth > most.growth ? one : most));
}
