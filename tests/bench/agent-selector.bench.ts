import type { CDPSession, Page } from 'playwright-core';
import { startMocks } from '#mocks/server.ts';
import { agentBox, agentRows, agentSearch, openAgentForm } from '../browser/support/agency.ts';
import { launchBrowser, openPage } from '../browser/support/browser.ts';
import { startProduct } from '../support/product.ts';
import { type Bench, median } from './figure.ts';

const AGENTS = 10_000;
const CPU_SLOWDOWN = 4;
/** One frame of a 60 Hz display, in milliseconds. */
const FRAME = 16.7;
/** Words as people type them: each key narrows or widens the list. */
const WORDS = ['nguyen', 'harbour', 'sao paulo', 'road', 'compass education'];

/**
 * Measures a key press in the search box with ten thousand agents on a slow device, and the number of rows in the
 * document.
 */
const bench: Bench = async () => {
  const mocks = await startMocks({ port: 0, latency: 0, agents: AGENTS });
  await using product = await startProduct({ env: mocks.env });
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });
    const page = await openPage(context, product.url);
    await openAgentForm(page, 'agent-student-form');
    await agentBox(page).click();
    await page.getByText(`${AGENTS} of ${AGENTS} agents`).waitFor();
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable');
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    await typeWord(page, session, 'warm up');
    const keys: number[] = [];
    for (const word of WORDS) keys.push(...(await typeWord(page, session, word)));
    const sorted = keys.sort((one, other) => one - other);
    await agentSearch(page).press('End');
    return [
      {
        what: `agent search, a key press among ${AGENTS} at ${CPU_SLOWDOWN}x`,
        value: median(keys),
        unit: 'ms',
        budget: FRAME,
      },
      {
        what: 'agent search, the slowest tenth of keys',
        value: sorted[Math.floor(keys.length * 0.9)] ?? Number.NaN,
        unit: 'ms',
      },
      { what: 'agent search, rows in the document', value: await agentRows(page).count(), unit: 'rows', budget: 60 },
    ];
  } finally {
    await browser.close();
    await mocks.close();
  }
};
export default bench;

/** Types a word and deletes it; returns the script, layout and style time of each key, in milliseconds. */
async function typeWord(page: Page, session: CDPSession, word: string): Promise<number[]> {
  const costs: number[] = [];
  await agentSearch(page).focus();
  for (const key of [...word, ...Array.from(word, () => 'Backspace')]) {
    const before = await busyMs(session);
    await page.keyboard.press(key === ' ' ? 'Space' : key);
    await settled(page);
    costs.push((await busyMs(session)) - before);
  }
  return costs;
}

/** Resolves when the list has followed the key: after two idle frames. */
const settled = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise((done) =>
        requestAnimationFrame(() => requestIdleCallback(() => requestAnimationFrame(() => done()))),
      ),
  );

async function busyMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  const of = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? 0;
  return (of('ScriptDuration') + of('LayoutDuration') + of('RecalcStyleDuration')) * 1000;
}
