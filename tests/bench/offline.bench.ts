import { launchBrowser, openPage } from '../browser/support/browser.ts';
import { keptOffline } from '../browser/support/outbox.ts';
import { startProduct } from '../support/product.ts';
import { type Bench, median } from './figure.ts';
import { timeToFirstField } from './support/first-field.ts';

const CPU_SLOWDOWN = 4;
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
const OFFLINE = { offline: true, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
const ROUNDS = 5;
const PHONE = { viewport: { width: 390, height: 844 } };

/** From opening the address to a field that can be typed into: with no network after one visit, beside a first visit. */
const bench: Bench = async () => {
  await using product = await startProduct();
  const browser = await launchBrowser();
  const measure = async (warm: boolean): Promise<number> => {
    const context = await browser.newContext({ ...PHONE, serviceWorkers: warm ? 'allow' : 'block' });
    if (warm) {
      const visit = await openPage(context, product.url);
      await keptOffline(visit);
      await visit.close();
    }
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    await session.send('Network.emulateNetworkConditions', warm ? OFFLINE : SLOW_4G);
    if (warm) await context.setOffline(true);
    const time = await timeToFirstField(page, session, product.url);
    await context.close();
    return time;
  };
  const repeat = async (warm: boolean): Promise<number> => {
    const values: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) values.push(await measure(warm));
    return median(values);
  };
  try {
    const cold = await repeat(false);
    const warm = await repeat(true);
    return [
      {
        what: 'offline: usable first field',
        value: warm,
        unit: 'ms',
        peer: { what: 'first visit', value: cold },
        budget: 0.5,
      },
    ];
  } finally {
    await browser.close();
  }
};
export default bench;
