import { startMocks } from '#mocks/server.ts';
import { DESKTOP, launchBrowser, openPage } from '../browser/support/browser.ts';
import { keptOffline, seedOutbox, waiting } from '../browser/support/outbox.ts';
import { button } from '../browser/support/student.ts';
import { openCard } from '../browser/support/wizard.ts';
import { type Fate, startLoopbackProxy } from '../support/loopback-proxy.ts';
import { startProduct } from '../support/product.ts';
import type { Chaos } from './support/report.ts';

const ENTRIES = 20;
/** For this many calls, one call of three is in trouble. */
const TROUBLED_CALLS = 120;
/** These PUTs of the submission stall, before or after the server has received them; the page's timeout is 35 s. */
const STALLED_PUTS: Readonly<Record<number, Fate>> = { 2: 'stall-reply', 9: 'stall' };
const PATIENCE_MS = 8 * 60_000;

/**
 * 20 confirmed applications in the outbox of one browser with two tabs. The connection cuts, stalls and loses replies,
 * and the server is killed three times. Each application arrives once, without help.
 */
const chaos: Chaos = async () => {
  const mocks = await startMocks({ port: 0, latency: 0 });
  const product = await startProduct({ env: { ...mocks.env, RECORDS_UNKNOWN_OUTCOME: 'resend' } });
  const proxy = await startLoopbackProxy(product.url);
  const browser = await launchBrowser();
  const problems: string[] = [];
  let calls = 0;
  try {
    const context = await browser.newContext(DESKTOP);
    const page = await openPage(context, proxy.url);
    await keptOffline(page);
    // The database exists after the first keystroke.
    await openCard(page, 'student-form');
    await page.locator('[name=firstName]').fill('Amelia');
    await page.locator('[data-save-state="saved"]').first().waitFor();
    await button(page, 'Back to home').click();
    await product.stop();
    const seeds = Array.from({ length: ENTRIES }, (_, index) => ({
      id: crypto.randomUUID(),
      firstName: `Wei${String.fromCharCode(65 + index)}`,
    }));
    await seedOutbox(page, seeds);
    await page.reload();
    await page
      .getByText('Not sent yet. We will send it soon.')
      .nth(ENTRIES - 1)
      .waitFor();
    await openPage(context, proxy.url);

    let puts = 0;
    proxy.decide(({ method, path: where }) => {
      if (method === 'PUT') puts += 1;
      if (method === 'PUT' && puts in STALLED_PUTS) return STALLED_PUTS[puts] ?? 'pass';
      if (!where.startsWith('/api/') || calls >= TROUBLED_CALLS) return 'pass';
      calls += 1;
      return calls % 6 === 0 ? 'cut' : calls % 6 === 3 ? 'lose-reply' : 'pass';
    });
    const started = Date.now();
    await product.start();
    let kills = 0;
    while ((await waiting(page)).length > 0 && Date.now() - started < PATIENCE_MS) {
      const done = ENTRIES - (await waiting(page)).length;
      if (kills < 3 && done >= (kills + 1) * 4) {
        kills += 1;
        await product.kill();
        await product.start();
      }
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
    const left = (await waiting(page)).length;
    if (left > 0) problems.push(`${left} still wait`);
    const settled = () => mocks.effects('file-workflow').length >= ENTRIES - left;
    while (!settled() && Date.now() - started < PATIENCE_MS)
      await page.evaluate(() => new Promise(requestAnimationFrame));
    for (const service of ['offers', 'student-workflow', 'file-workflow'] as const) {
      const keys = mocks.effects(service).map(({ key }) => key);
      for (const { id, firstName } of seeds) {
        const times = keys.filter((key) => key === id).length;
        if (times !== 1) problems.push(`${firstName} reached ${service} ${times} times`);
      }
    }
    const seconds = Math.round((Date.now() - started) / 1000);
    return {
      facts: { entries: ENTRIES, 'server killed': kills, 'calls in trouble': Math.floor(calls / 3), seconds },
      problems,
    };
  } finally {
    await browser.close();
    await proxy.close();
    await product[Symbol.asyncDispose]();
    await mocks.close();
  }
};
export default chaos;
