import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { SLOW } from '#tests/support/slow.ts';
import { openBarePage } from '../support/browser-storage.ts';
import { type LoopbackProxy, startLoopbackProxy } from '../support/loopback-proxy.ts';
import { openPage } from './support/browser.ts';
import { arrived, keptOffline, seedOutbox, unexpected, WITH_WORKER, waiting } from './support/outbox.ts';
import { openScene, type Scene } from './support/scene.ts';
import { button } from './support/student.ts';
import { openCard } from './support/wizard.ts';

const SIGN_IN = '<!doctype html><title>Sign in</title><h1>Welcome to our Wi-Fi</h1>';

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

/** A page on a device that has visited before, now that our server does not answer. */
async function openWithServerAway() {
  const context = await scene.context(WITH_WORKER);
  const first = await openPage(context, scene.product.url);
  await keptOffline(first);
  await first.close();
  await scene.product.stop();

  const page = await openPage(context, scene.product.url);
  await page.locator('main[data-online="false"]').waitFor();
  return page;
}

describe('after one visit, with our server away', () => {
  test('the application opens, with its own content security policy, its lists and a step 1 to type into', async () => {
    const page = await openWithServerAway();
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

  test('every view shows it, the landing page on both of its screens', SLOW, async () => {
    const page = await openWithServerAway();
    const notices = () => page.locator('strong', { hasText: 'You are offline' }).count();
    await expect.poll(notices).toBe(2);
    for (const view of ['student-form', 'short-form', 'agent', 'agent-student-form', 'new-agent']) {
      const back = page.getByRole('button', { name: /^Back( to home)?$/ });
      if (view !== 'student-form' && view !== 'agent-student-form') await back.click();
      if (view === 'new-agent') await page.locator('main[data-view="agent"]').waitFor();
      await page.locator(`[data-go="${view}"]`).click();
      await page.locator(`main[data-view="${view}"]`).waitFor();
      await expect.poll(notices).toBe(1);
    }
  });

  test('every chunk of the application is kept, and nothing personal', SLOW, async () => {
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
    const lists = ['/api/config', '/api/college', '/api/agent-list', '/api/intakes', '/api/classifications'];
    expect(kept.filter((url) => !own.test(url)).toSorted()).toEqual(lists.toSorted());
    expect(kept.filter((url) => url.startsWith('/assets/')).length).toBeGreaterThan(20);
  });
});

describe('where something on the way answers or changes what our server sends', () => {
  test('the application is kept and opens without a connection, though its HTML has one more line', SLOW, async () => {
    proxy = await startLoopbackProxy(scene.product.url);
    for (const path of ['/', '/index.html']) proxy.change(path, (html) => html.replace('</html>', '\n</html>'));
    const page = await openPage(await scene.context(WITH_WORKER), proxy.url);
    await keptOffline(page);
    // The sign-in page of a Wi-Fi in place of a list: the kept one is used.
    proxy.change('/api/intakes', () => SIGN_IN, 'text/html');
    expect(await page.evaluate(async () => (await (await fetch('/api/intakes')).json()).items.length)).toBeGreaterThan(
      0,
    );
    proxy.decide(() => 'cut');
    await page.reload();
    await page.getByText('You are offline').first().waitFor();
    await openCard(page, 'student-form');
    await page.locator('[name=firstName]').fill('Amelia');
    await page.locator('[data-save-state="saved"]').first().waitFor();
    expect(await page.getByText(/^Keep this page open/).count()).toBe(0);
  });

  test('a sign-in page never becomes the application, and the page says that it is to stay open', SLOW, async () => {
    proxy = await startLoopbackProxy(scene.product.url);
    proxy.change('/index.html', () => SIGN_IN);
    const page = await openPage(await scene.context(WITH_WORKER), proxy.url);
    await expect.poll(() => page.evaluate(async () => (await caches.keys()).length)).toBeGreaterThan(0);
    const registered = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.scope);
    await expect.poll(registered).toBeUndefined();
    await openCard(page, 'student-form');
    proxy.decide(() => 'cut');
    // A hint of the browser, after which the page asks at once.
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await page.getByText('Keep this page open. Without a connection you cannot open it again.').first().waitFor();
  });
});

/** In the page: counts the workers that take it over from now on. */
function countControllers(): void {
  Reflect.set(window, 'controllers', 0);
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    Reflect.set(window, 'controllers', Reflect.get(window, 'controllers') + 1);
  });
}
const controllersSince = (): number => Reflect.get(window, 'controllers');

describe('a new version of the application', () => {
  test(
    'is offered if the person is not typing, comes on request, and finds draft and outbox as they were',
    SLOW,
    async () => {
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

      await page.evaluate(countControllers);
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
      // The page is still that of the version before, until the person asks for the new one.
      expect([await waits(), await page.evaluate(controllersSince)]).toEqual(['installed', 0]);
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
      await arrived(scene, confirmed);
      await expect.poll(() => waiting(page)).toEqual([]);
    },
  );

  test('whose document comes from a server that has another one is not kept: its parts would not fit together', async () => {
    proxy = await startLoopbackProxy(scene.product.url);
    const ofAnother = (html: string) => html.replace(/(name="release" content=")[^"]+/, '$1another');
    proxy.change('/index.html', ofAnother);
    // The product's page registers the worker, too, when it is idle: this test needs a page that has not.
    const page = await openBarePage(await scene.context(WITH_WORKER), proxy.url);
    const install = () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' });
        const worker = registration.installing ?? registration.waiting ?? registration.active;
        while (worker && worker.state !== 'redundant' && worker.state !== 'activated')
          await new Promise((resolve) => worker.addEventListener('statechange', resolve, { once: true }));
        return worker?.state;
      });
    expect(await install()).toBe('redundant');
    proxy.append('/index.html', '');
    expect(await install()).toBe('activated');
  });
});
