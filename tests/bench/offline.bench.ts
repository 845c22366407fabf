import type { CDPSession, Page } from 'playwright-core';
import { launchBrowser, openPage } from '../browser/support/browser.ts';
import { keptOffline } from '../browser/support/outbox.ts';
import { startProduct } from '../support/product.ts';
import { type Bench, type Figure, median } from './figure.ts';
import { timeToFirstField, timeToKeepingField } from './support/first-field.ts';

/** An old phone; 1 is the speed of this machine. */
const OLD_PHONE = 4;
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
const OFFLINE = { offline: true, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
const ROUNDS = 5;
const PHONE = { viewport: { width: 390, height: 844 } };

type Moment = (page: Page, session: CDPSession, url: string) => Promise<number>;

/**
 * Compares a visit without a network, after a first visit, with a first visit over slow 4G. The cache saves network
 * time. The budget is therefore at the machine's own speed, for a field that keeps its text: this needs the whole
 * application. On an old phone, both visits are mostly scripts. A field that only accepts characters appears before the
 * application, also on a first visit (page.bench.ts has that budget). Both are shown for comparison.
 */
const bench: Bench = async () => {
  // Without the developer tools of the demo mode, as for a visitor.
  await using product = await startProduct({ env: { DEV_TOOLS: '0' } });
  const browser = await launchBrowser();
  const measure = async (warm: boolean, slowdown: number, moment: Moment): Promise<number> => {
    const context = await browser.newContext({ ...PHONE, serviceWorkers: warm ? 'allow' : 'block' });
    if (warm) {
      const visit = await openPage(context, product.url);
      await keptOffline(visit);
      await visit.close();
    }
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await session.send('Network.emulateNetworkConditions', warm ? OFFLINE : SLOW_4G);
    if (warm) await context.setOffline(true);
    const time = await moment(page, session, product.url);
    await context.close();
    return time;
  };
  /** Medians, measured in turn, so that a slow moment of the machine affects both. */
  const compare = async (what: string, slowdown: number, moment: Moment, budget: { budget?: number } = {}) => {
    const cold: number[] = [];
    const warm: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      cold.push(await measure(false, slowdown, moment));
      warm.push(await measure(true, slowdown, moment));
    }
    const figure: Figure = {
      what,
      value: median(warm),
      unit: 'ms',
      peer: { what: 'first visit', value: median(cold) },
    };
    return { ...figure, ...budget };
  };
  try {
    return [
      await compare('offline: first field that keeps what is typed', 1, timeToKeepingField, { budget: 0.5 }),
      await compare('  on an old phone', OLD_PHONE, timeToKeepingField),
      await compare('offline: first field that takes characters', 1, timeToFirstField),
      await compare('  on an old phone', OLD_PHONE, timeToFirstField),
    ];
  } finally {
    await browser.close();
  }
};
export default bench;
