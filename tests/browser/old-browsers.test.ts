import { parse } from 'acorn';
import { describe, expect, test } from 'vitest';
import { SLOW } from '#tests/support/slow.ts';
import { openPage } from './support/browser.ts';
import { arrived } from './support/outbox.ts';
import { sceneOfFile } from './support/scene-of-file.ts';
import { draftId, fillApplication } from './support/student.ts';
import { answer, confirmApplication, openCard, saved } from './support/wizard.ts';

const scene = sceneOfFile();

describe('a browser that cannot list its databases (Firefox before 126)', () => {
  /** The list itself is kept for the test. */
  async function withoutList() {
    const context = await scene.context();
    await context.addInitScript(() => {
      const { databases } = IDBFactory.prototype;
      Object.assign(window, { databasesHere: () => databases.call(indexedDB) });
      Reflect.deleteProperty(IDBFactory.prototype, 'databases');
    });
    return context;
  }

  test('lists on the landing page what was saved before', SLOW, async () => {
    const context = await withoutList();
    const page = await openPage(context, scene.product.url);
    await openCard(page, 'student-form');
    await answer(page, 'firstName', 'Amelia');
    await saved(page);
    await page.getByRole('button', { name: 'Back to home' }).click();
    await page.locator('main[data-view="home"]').waitFor();
    await page.close();
    const next = await openPage(context, scene.product.url);
    await next.getByRole('button', { name: 'Open Amelia' }).waitFor();
  });

  test('sends what was confirmed in an earlier visit', SLOW, async () => {
    const context = await withoutList();
    const page = await openPage(context, scene.product.url);
    await fillApplication(page);
    const id = await draftId(page);
    await scene.product.stop();
    await confirmApplication(page);
    await page.getByText('Saved. We will send it when you are online.').first().waitFor();
    await page.close();
    await scene.product.start();
    await openPage(context, scene.product.url);
    await arrived(scene, id);
  });

  test('has no database after a visit without typing', SLOW, async () => {
    const page = await openPage(await withoutList(), scene.product.url);
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => Reflect.get(window, 'databasesHere')())).toEqual([]);
  });
});

/** Syntax that no browser understands, in place of syntax that this one is too old for. */
const TOO_NEW = { contentType: 'text/javascript', body: 'export const later = |> now;' };
const TOO_OLD = 'This browser cannot run this page';

describe('a browser too old for the scripts', () => {
  /** Loads of the document so far. */
  async function openWithout(part: string, isDue?: Promise<void>) {
    const context = await scene.context();
    const page = await context.newPage();
    let loads = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads += 1;
    });
    await page.route(part, async (route) => {
      await isDue;
      await route.fulfill(TOO_NEW);
    });
    await page.goto(scene.product.url, { waitUntil: 'commit' });
    return { page, loads: () => loads };
  }

  test('is reloaded once, then says what to do, and keeps what is typed', async () => {
    // The page is reloaded a second after it has come, and a card that was only focused before has then lost the focus.
    const typed = Promise.withResolvers<void>();
    const { page, loads } = await openWithout('**/assets/index-*.js', typed.promise);
    await page.locator('[data-go="student-form"]').first().focus();
    await page.keyboard.press('Enter');
    await page.locator('[name="firstName"]').fill('Amelia');
    typed.resolve();
    const notice = page.getByRole('alert').filter({ hasText: TOO_OLD });
    await notice.waitFor();
    expect(await page.locator('[name="firstName"]').inputValue()).toBe('Amelia');
    expect(await notice.textContent()).toContain('a recent Chrome, Edge, Firefox or Safari');
    expect(await notice.textContent()).toContain('Or ask the college how to apply without this page.');
    expect(loads()).toBe(2);
    // Nothing of it continues: no timer is left that would reload it.
    await page.clock.install();
    await page.clock.runFor(120_000);
    expect(loads()).toBe(2);
    await page.reload();
    await notice.waitFor();
    expect(await page.locator('[name="firstName"]').inputValue()).toBe('Amelia');
  });

  test(
    'shows its notice too if only the part of a form is too new for it, and reloads nothing automatically',
    SLOW,
    async () => {
      const { page, loads } = await openWithout('**/assets/student-application-page-*.js*');
      await page.locator('html[data-adopted]').waitFor({ state: 'attached' });
      await page.locator('[data-go="student-form"]').first().focus();
      await page.keyboard.press('Enter');
      const notice = page.getByRole('alert').filter({ hasText: TOO_OLD });
      await notice.waitFor();
      expect(await notice.getByRole('button', { name: 'Load the page again' }).count()).toBe(1);
      expect(loads()).toBe(1);
      // The next load begins in the form, which is in the document already.
      await notice.getByRole('button', { name: 'Load the page again' }).click();
      await page.locator('#too-old').filter({ hasText: TOO_OLD }).waitFor({ state: 'visible' });
      expect(loads()).toBe(3);
    },
  );

  test('gets the message even if it does not understand the script in the document', SLOW, async () => {
    const context = await scene.context();
    const page = await context.newPage();
    await page.route(scene.product.url, async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replace(/(<script data-entry="[^"]*">)/, '$1=>;');
      const { 'content-security-policy': _policy, ...headers } = answer.headers();
      await route.fulfill({ response: answer, headers, body });
    });
    await page.goto(scene.product.url);
    await page.getByRole('alert').filter({ hasText: TOO_OLD }).waitFor();
  });

  test('gets the message from a script in the JavaScript of 2009, which every browser understands', async () => {
    const html = await (await fetch(scene.product.url)).text();
    const scripts = [...html.matchAll(/<script(?: [^>]*)?>([^<]+)<\/script>/g)].map(([, script = '']) => script);
    const telling = scripts.filter((script) => !script.includes('import('));
    expect(telling).toHaveLength(1);
    expect(telling[0]).toContain('too-old');
    expect(() => parse(telling[0] ?? '', { ecmaVersion: 5 })).not.toThrow();
  });
});

describe('a browser with JavaScript off', () => {
  test('says that nothing works here without it, and how else to apply', SLOW, async () => {
    const page = await (await scene.context({ javaScriptEnabled: false })).newPage();
    await page.goto(scene.product.url);
    const words = await page.locator('body').innerText();
    expect(words).toContain('This page needs JavaScript');
    expect(words).toContain('You cannot fill in, save or send an application without JavaScript');
    expect(words).toContain('Or ask the college how to apply without this page.');
    expect(await page.getByText(TOO_OLD).isVisible()).toBe(false);
  });

  test('others see nothing of it', async () => {
    const page = await scene.open();
    await page.locator('html[data-adopted]').waitFor({ state: 'attached' });
    for (const words of ['This page needs JavaScript', TOO_OLD])
      expect(await page.getByText(words).isVisible()).toBe(false);
  });
});
