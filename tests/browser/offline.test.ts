import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Fate, type LoopbackProxy, startLoopbackProxy } from '../support/loopback-proxy.ts';
import { sha256 } from '../support/pdf.ts';
import {
  AGENCY,
  applicationId,
  attachIntroduction,
  fillAgency,
  INTRODUCTION,
  openAgentForm,
} from './support/agency.ts';
import { DESKTOP, openPage, openProfile } from './support/browser.ts';
import { fillApplication, keptOffline, seedOutbox, waiting } from './support/outbox.ts';
import { openScene, type Scene, type WatchedPage } from './support/scene.ts';
import { button, draftId } from './support/student.ts';
import { confirmApplication, openCard, stage } from './support/wizard.ts';

const NETWORK_ERROR = 'Network error occurred. Please check your connection and try again.';
const CALL_FAILED = /Failed to load resource|net::ERR_/;
const WITH_WORKER = { ...DESKTOP, serviceWorkers: 'allow' } as const;

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
  await scene.product.stop();
  await scene.product.start();
});

const progress = (page: Page) => page.getByRole('dialog', { name: 'Submission progress' });
const offerIds = () => scene.mocks.offers().map(({ offerId }) => offerId);
const success = (page: Page) => progress(page).getByText('Application submitted successfully!').first().waitFor();
/** The workflow heard of this application, and has done one thing for it. */
const arrived = (id: string) =>
  expect
    .poll(() => scene.mocks.effects('student-workflow').filter(({ key }) => key === id).length, { timeout: 45_000 })
    .toBe(1);
const unexpected = (page: WatchedPage) => page.watched.troubles.filter((trouble) => !CALL_FAILED.test(trouble));
/** A page on the product through a bad connection. */
async function openBehindProxy() {
  proxy = await startLoopbackProxy(scene.product.url);
  const context = await scene.context();
  const page = await openPage(context, proxy.url);
  return { page, proxy };
}

describe('after one visit, with our server away', () => {
  test('the application opens, with its own content security policy, its lists and a step 1 to type into', async () => {
    const context = await scene.context(WITH_WORKER);
    const first = await openPage(context, scene.product.url);
    await keptOffline(first);
    await first.close();
    await scene.product.stop();

    const page = await openPage(context, scene.product.url);
    await page.locator('main[data-online="false"]').waitFor();
    await openCard(page, 'student-form');
    await page.locator('[name=firstName]').fill('Amelia');
    await page.getByText('You are offline').first().waitFor();
    const saved = page.locator('[data-save-state="saved"]').first();
    await saved.waitFor();
    const { policy, intakes, agents } = await page.evaluate(async () => ({
      policy: (await fetch('/')).headers.get('Content-Security-Policy') ?? '',
      intakes: (await (await fetch('/api/intakes')).json()).items.length,
      agents: (await (await fetch('/api/agent-list')).json()).items.length,
    }));
    expect(policy).toMatch(/script-src 'self' 'sha256-/);
    expect(intakes).toBeGreaterThan(0);
    expect(agents).toBeGreaterThan(0);
    expect(unexpected(page)).toEqual([]);
  });

  test('every chunk of the application is kept, and nothing personal', async () => {
    const context = await scene.context(WITH_WORKER);
    const page = await openPage(context, scene.product.url);
    await keptOffline(page);
    await openCard(page, 'student-form');
    await page.locator('[name=passportNumber]').fill('E12345678');
    await page.locator('[data-save-state="saved"]').first().waitFor();
    const kept = await page.evaluate(async () => {
      const urls: string[] = [];
      for (const name of await caches.keys()) {
        for (const request of await (await caches.open(name)).keys()) urls.push(new URL(request.url).pathname);
      }
      return urls;
    });
    const own = /^\/(?:assets\/[^/]+\.js|index\.html|manifest\.webmanifest|[\w-]+\.(?:svg|png))$/;
    const lists = ['/api/config', '/api/agent-list', '/api/intakes', '/api/classifications'];
    expect(kept.filter((url) => !own.test(url)).toSorted()).toEqual(lists.toSorted());
    expect(kept.filter((url) => url.startsWith('/assets/')).length).toBeGreaterThan(20);
  });
});

describe('confirming while our server is away', () => {
  test('says the network error and where it stands in the line; sent by itself when the server is back, once', async () => {
    const page = await scene.open();
    await fillApplication(page);
    const id = await draftId(page);
    await scene.product.stop();
    await confirmApplication(page);
    await progress(page).getByText(NETWORK_ERROR).first().waitFor();
    await progress(page).getByText('Waiting to be sent: 1st in line').waitFor();
    expect(await page.locator('main').getAttribute('data-online')).toBe('false');
    expect(await waiting(page)).toEqual([id]);

    await scene.product.start();
    await success(page);
    await arrived(id);
    expect(offerIds()).toHaveLength(1);
    expect(await waiting(page)).toEqual([]);
    expect(unexpected(page)).toEqual([]);
  });

  test('survives a reload and is sent from the landing page, and its receipt stands there', async () => {
    const context = await scene.context(WITH_WORKER);
    const page = await openPage(context, scene.product.url);
    await keptOffline(page);
    await fillApplication(page);
    const id = await draftId(page);
    await scene.product.stop();
    await confirmApplication(page);
    await progress(page).getByText(NETWORK_ERROR).first().waitFor();
    await button(page, 'Close and Retry').click();
    await button(page, 'Back to home').click();
    await page.reload();
    const line = page.getByRole('region', { name: 'Confirmed applications' });
    await line.getByText('Waiting to be sent: 1st in line').waitFor();
    await line.getByText(/^Kept until/).waitFor();

    await scene.product.start();
    await arrived(id);
    await page
      .getByRole('region', { name: 'Submitted applications' })
      .getByText(offerIds()[0] ?? '')
      .waitFor();
    await line.waitFor({ state: 'detached' });
    expect(await page.getByRole('region', { name: 'Your applications' }).count()).toBe(0);
  });

  test('it can be withdrawn, and then nothing is sent', async () => {
    const page = await scene.open();
    await fillApplication(page);
    await scene.product.stop();
    await confirmApplication(page);
    await progress(page).getByText(NETWORK_ERROR).first().waitFor();
    await button(page, 'Close and Retry').click();
    const line = page.getByRole('region', { name: 'Confirmed applications' });
    await line.getByRole('button', { name: 'Withdraw' }).click();
    await line.waitFor({ state: 'detached' });
    expect(await waiting(page)).toEqual([]);
    await scene.product.start();
    await page.locator('main[data-online="true"]').waitFor({ timeout: 40_000 });
    expect(offerIds()).toEqual([]);
  });

  test('survives a browser that is killed', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'profile-'));
    const before = await openProfile(directory);
    const page = await openPage(before.context, scene.product.url);
    await keptOffline(page);
    await fillApplication(page);
    const id = await draftId(page);
    await scene.product.stop();
    await confirmApplication(page);
    await progress(page).getByText('Waiting to be sent: 1st in line').waitFor();
    await before.kill();

    await scene.product.start();
    const after = await openProfile(directory);
    const again = await openPage(after.context, scene.product.url);
    await arrived(id);
    await expect.poll(() => waiting(again)).toEqual([]);
    await after.kill();
    await rm(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  });
});

describe("an agency's registration, confirmed while our server is away", () => {
  const failed = (page: Page) => page.getByText(NETWORK_ERROR).waitFor();
  const modal = (page: Page) => page.getByRole('dialog', { name: 'Application submitted successfully!' });
  const registered = () => scene.mocks.effects('agent-flow');
  async function confirmRegistration(page: Page): Promise<string> {
    await openAgentForm(page, 'new-agent');
    await fillAgency(page);
    await attachIntroduction(page);
    await scene.product.stop();
    await button(page, 'Submit Application').click();
    await failed(page);
    return applicationId(page);
  }

  test('says the network error and where it stands in the line; sent by itself when the server is back, once', async () => {
    const page = await scene.open();
    const id = await confirmRegistration(page);
    await button(page, 'Submission Failed').waitFor();
    await page.getByText('Waiting to be sent: 1st in line').first().waitFor();
    expect(await waiting(page)).toHaveLength(1);

    await scene.product.start();
    await modal(page).getByText(id).waitFor({ timeout: 45_000 });
    expect(registered()).toHaveLength(1);
    const [sent] = scene.mocks.received({ service: 'agent-flow' });
    expect(sent?.files).toMatchObject([{ filename: INTRODUCTION.name, sha256: sha256(INTRODUCTION.bytes) }]);
    expect(await waiting(page)).toEqual([]);
    await button(page, 'Confirm, continue').click();
    await expect.poll(() => applicationId(page)).not.toBe(id);
    expect(unexpected(page)).toEqual([]);
  });

  test('survives a reload and is sent from the landing page; its receipt stands there, and the form begins anew', async () => {
    const context = await scene.context(WITH_WORKER);
    const page = await openPage(context, scene.product.url);
    await keptOffline(page);
    const id = await confirmRegistration(page);
    await button(page, 'Back').click();
    await button(page, 'Back').click();
    await page.reload();
    const line = page.getByRole('region', { name: 'Confirmed applications' });
    await line.getByText(AGENCY.agencyName).first().waitFor();

    await scene.product.start();
    await page.getByRole('region', { name: 'Submitted applications' }).getByText(id).waitFor({ timeout: 45_000 });
    expect(registered()).toHaveLength(1);
    await openAgentForm(page, 'new-agent');
    expect(await applicationId(page)).not.toBe(id);
    expect(await page.locator('[name=agencyName]').inputValue()).toBe('');
  });

  test('can be withdrawn and corrected, and is then sent as it was corrected', async () => {
    const page = await scene.open();
    const id = await confirmRegistration(page);
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await button(page, 'Submit Application').waitFor();
    expect(await waiting(page)).toEqual([]);
    await page.locator('[name=agencyName]').fill('Himal Partners');
    await scene.product.start();
    await page.locator('main[data-online="true"]').waitFor({ timeout: 45_000 });
    await button(page, 'Submit Application').click();
    await modal(page).getByText(id).waitFor();
    expect(registered()).toHaveLength(1);
    expect(scene.mocks.received({ service: 'agent-flow' })[0]?.body).toMatchObject({ agencyName: 'Himal Partners' });
  });
});

describe('the server killed in the middle of a submission', () => {
  test('the stages go on where they were when it is back, and the application arrives once', async () => {
    const page = await scene.open();
    await fillApplication(page);
    const id = await draftId(page);
    scene.mocks.setScenario({ service: 'student-workflow', scenario: 'slow', delayMs: 5000, times: 1 });
    await confirmApplication(page);
    await stage(page, 'power-automate', 'in-progress').waitFor();
    await scene.product.kill();
    await scene.product.start();
    await success(page);
    await arrived(id);
    expect(offerIds()).toHaveLength(1);
  });
});

describe('a submission whose page was closed', () => {
  test('is found again on return: first without our server, then with it, up to its receipt', async () => {
    const context = await scene.context(WITH_WORKER);
    const page = await openPage(context, scene.product.url);
    await keptOffline(page);
    await fillApplication(page);
    const id = await draftId(page);
    scene.mocks.setScenario({ service: 'student-workflow', scenario: 'slow', delayMs: 5000, times: 1 });
    await confirmApplication(page);
    await stage(page, 'power-automate', 'in-progress').waitFor();
    await page.close();
    await scene.product.kill();

    const again = await openPage(context, scene.product.url);
    await again.locator('main[data-online="false"]').waitFor();
    await expect.poll(() => draftId(again)).toBe(id);
    await scene.product.start();
    await success(again);
    await arrived(id);
    expect(offerIds()).toHaveLength(1);
  });
});

describe('behind a bad connection', () => {
  test('a lost reply to the submission makes one application', async () => {
    const { page, proxy: line } = await openBehindProxy();
    await fillApplication(page);
    const id = await draftId(page);
    let lost = 0;
    line.decide(({ method, path: where }) => {
      if (method !== 'PUT' || !where.startsWith('/api/student-applications/') || lost >= 2) return 'pass';
      lost += 1;
      return 'lose-reply';
    });
    await confirmApplication(page);
    await success(page);
    expect(lost).toBe(2);
    await arrived(id);
    expect(offerIds()).toHaveLength(1);
  });

  test('a reply that stalls is given up, one that is lost and a call that is cut are repeated: it arrives once', async () => {
    const { page, proxy: line } = await openBehindProxy();
    await fillApplication(page);
    const id = await draftId(page);
    const fates: Fate[] = ['stall-reply', 'lose-reply', 'cut'];
    line.decide(({ method, path: where }) => {
      const meant = method === 'PUT' && where.startsWith('/api/student-applications/');
      return (meant && fates.shift()) || 'pass';
    });
    await confirmApplication(page);
    // A stalled call is given up after 35 seconds.
    await progress(page).getByText('Application submitted successfully!').first().waitFor({ timeout: 60_000 });
    expect(fates).toEqual([]);
    await arrived(id);
    expect(offerIds()).toHaveLength(1);
    expect(await waiting(page)).toEqual([]);
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
    await page.getByRole('dialog', { name: 'Application submitted successfully!' }).waitFor({ timeout: 45_000 });
    expect(fates).toEqual([]);
    expect(scene.mocks.effects('agent-flow')).toHaveLength(1);
    expect(scene.mocks.received({ service: 'agent-flow' })[0]?.files).toHaveLength(1);
  });

  test('uploads that are cut go on by themselves, and the application is sent when they are through', async () => {
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

describe('a new version of the application', () => {
  test('is offered where nobody types, comes when it is asked for, and finds draft and outbox as they were', async () => {
    proxy = await startLoopbackProxy(scene.product.url);
    const context = await scene.context(WITH_WORKER);
    const page = await openPage(context, proxy.url);
    await keptOffline(page);
    await openCard(page, 'student-form');
    await page.locator('[name=firstName]').fill('Amelia');
    await page.locator('[data-save-state="saved"]').first().waitFor();
    // One that was confirmed, and cannot be sent before the new version is here.
    const confirmed = crypto.randomUUID();
    proxy.decide(({ method }) => (method === 'PUT' ? 'cut' : 'pass'));
    await seedOutbox(page, [{ id: confirmed, firstName: 'Wei' }]);

    proxy.append('/service-worker.js', '\n// the next version');
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      await registration?.update();
    });
    const waits = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state ?? 'none');
    await expect.poll(waits).toBe('installed');
    const offer = page.getByText('A new version is ready');
    expect(await offer.count()).toBe(0);
    await button(page, 'Back to home').click();
    await offer.waitFor();
    const loaded = page.waitForEvent('load');
    await button(page, 'Load the new version').click();
    await loaded;
    await page.locator('html[data-adopted]').waitFor({ state: 'attached' });
    expect(await offer.count()).toBe(0);
    expect(await waits()).toBe('none');
    await openCard(page, 'student-form');
    await expect.poll(() => page.locator('[name=firstName]').inputValue()).toBe('Amelia');
    expect(await waiting(page)).toEqual([confirmed]);
    proxy.decide(() => 'pass');
    await arrived(confirmed);
    await expect.poll(() => waiting(page)).toEqual([]);
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
    await progress(page).getByText('Waiting to be sent: 1st in line').waitFor();
    // From here on this tab has no chance to send, as if the browser had put it to sleep.
    await page.evaluate(() => {
      const { request } = navigator.locks;
      navigator.locks.request = (name: string, ...rest: unknown[]) =>
        name === 'outbox' ? new Promise(() => {}) : Reflect.apply(request, navigator.locks, [name, ...rest]);
    });
    await scene.product.start();
    const other = await openPage(context, scene.product.url);
    await success(page);
    await arrived(id);
    await expect.poll(() => waiting(other)).toEqual([]);
    await progress(page).getByText('Close', { exact: true }).click();
    await page.getByRole('region', { name: 'Submitted applications' }).waitFor();
    expect(offerIds()).toHaveLength(1);
  });
});

describe('the line', () => {
  test('a refused application is set aside with its reason and holds up nobody', async () => {
    const page = await scene.open();
    // The database is there once somebody has typed.
    await openCard(page, 'student-form');
    await page.locator('[name=firstName]').fill('Amelia');
    await page.locator('[data-save-state="saved"]').first().waitFor();
    await button(page, 'Back to home').click();
    const [poisoned, healthy] = [crypto.randomUUID(), crypto.randomUUID()];
    await seedOutbox(page, [
      { id: poisoned, firstName: 'Poisoned', changes: { email: 'no address' } },
      { id: healthy, firstName: 'Healthy' },
    ]);
    await page.reload();
    await arrived(healthy);
    const line = page.getByRole('region', { name: 'Confirmed applications' });
    await line.getByText('Not sent: Form validation failed').waitFor();
    await expect.poll(() => waiting(page)).toEqual([poisoned]);
  });
});
