/** @module-tag slow */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Fate, type LoopbackProxy, startLoopbackProxy } from '../support/loopback-proxy.ts';
import { attachIntroduction, fillAgency, openAgentForm } from './support/agency.ts';
import { openPage } from './support/browser.ts';
import { arrived, offerIds, progress, success, waiting } from './support/outbox.ts';
import { openScene, type Scene } from './support/scene.ts';
import { button, draftId, fillApplication } from './support/student.ts';
import { confirmApplication, stage } from './support/wizard.ts';

let scene: Scene;
let proxy: LoopbackProxy | undefined;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene[Symbol.asyncDispose]());
afterEach(async () => {
  await scene.clear();
  await proxy?.close();
  proxy = undefined;
});

/** A page on the product through a bad connection. */
async function openBehindProxy() {
  proxy = await startLoopbackProxy(scene.product.url);
  const context = await scene.context();
  const page = await openPage(context, proxy.url);
  return { page, proxy };
}

test('asking whether the server answers gives its connection back with the answer', async () => {
  const context = await scene.context();
  const asked = context.waitForEvent('requestfinished', (request) => new URL(request.url()).pathname === '/healthz');
  await openPage(context, scene.product.url);
  expect((await (await asked).response())?.status()).toBe(200);
});

describe('the server killed in the middle of a submission', () => {
  test('the stages go on where they were when it is back, and the application arrives once', async () => {
    const page = await scene.open();
    await fillApplication(page);
    const id = await draftId(page);
    // The test does not wait until it ends.
    scene.mocks.setScenario({ service: 'student-workflow', scenario: 'slow', delayMs: 60_000, times: 1 });
    await confirmApplication(page);
    await stage(page, 'power-automate', 'in-progress').waitFor();
    await scene.product.kill();
    await scene.product.start();
    await success(page);
    await arrived(scene, id);
    expect(offerIds(scene)).toHaveLength(1);
  });
});

describe('behind a bad connection', () => {
  test('a reply that stalls is given up, one that is lost and a call that is cut are repeated: it arrives once', async () => {
    const { page, proxy: line } = await openBehindProxy();
    await fillApplication(page);
    const id = await draftId(page);
    const fates: Fate[] = ['stall-reply', 'lose-reply', 'cut'];
    line.decide(({ method, path: where }) => {
      const meant = method === 'PUT' && where.startsWith('/api/student-applications/');
      return (meant && fates.shift()) || 'pass';
    });
    await page.clock.install();
    await confirmApplication(page);
    await expect.poll(() => fates).toEqual(['lose-reply', 'cut']);
    // Then it is given up.
    await page.clock.fastForward(35_000);
    await success(page);
    expect(fates).toEqual([]);
    await arrived(scene, id);
    expect(offerIds(scene)).toHaveLength(1);
    await expect.poll(() => waiting(page)).toEqual([]);
  });

  test("an agency's registration whose reply is lost is registered once, with its one document", async () => {
    const { page, proxy: line } = await openBehindProxy();
    await openAgentForm(page, 'new-agent');
    await fillAgency(page);
    await attachIntroduction(page);
    const fates: Fate[] = ['lose-reply', 'cut', 'lose-reply'];
    line.decide(({ method, path: where }) => {
      const meant = method === 'PUT' && where.startsWith('/api/agent-applications/');
      return (meant && fates.shift()) || 'pass';
    });
    await button(page, 'Submit Application').click();
    await page.getByRole('dialog', { name: 'Application submitted successfully!' }).waitFor({ timeout: 120_000 });
    expect(fates).toEqual([]);
    expect(scene.mocks.effects('agent-flow')).toHaveLength(1);
    expect(scene.mocks.received({ service: 'agent-flow' })[0]?.files).toHaveLength(1);
  });

  test('uploads that are cut continue automatically, and the application is sent when they are complete', async () => {
    const { page, proxy: line } = await openBehindProxy();
    let cut = 0;
    line.decide(({ method, path: where }) => {
      if (!where.startsWith('/api/uploads') || method === 'HEAD' || cut >= 3) return 'pass';
      cut += 1;
      return cut % 2 ? 'cut' : 'lose-reply';
    });
    await fillApplication(page);
    await confirmApplication(page);
    await success(page);
    expect(cut).toBe(3);
    expect(scene.mocks.received({ service: 'file-workflow' })[0]?.files).toHaveLength(4);
  });
});

describe('in two tabs', () => {
  test('what another tab has brought to the server is followed to its end where it was confirmed', async () => {
    const context = await scene.context();
    const page = await openPage(context, scene.product.url);
    await fillApplication(page);
    const id = await draftId(page);
    await scene.product.stop();
    await confirmApplication(page);
    await progress(page).getByText('Saved. We will send it when you are online.', { exact: true }).waitFor();
    // From here on this tab has no chance to send, as if the browser had put it to sleep.
    await page.evaluate(() => {
      const { request } = navigator.locks;
      navigator.locks.request = (name: string, ...rest: unknown[]) =>
        name === 'outbox' ? new Promise(() => {}) : Reflect.apply(request, navigator.locks, [name, ...rest]);
    });
    await scene.product.start();
    const other = await openPage(context, scene.product.url);
    await success(page);
    await arrived(scene, id);
    await expect.poll(() => waiting(other)).toEqual([]);
    await progress(page).getByText('Close', { exact: true }).click();
    await page.getByRole('region', { name: 'Submitted applications' }).waitFor();
    expect(offerIds(scene)).toHaveLength(1);
  });
});
