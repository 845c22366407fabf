/** @module-tag slow */
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { makePdf } from '../support/pdf.ts';
import { openPage } from './support/browser.ts';
import { holdDatabase } from './support/held-database.ts';
import { sceneOfFile } from './support/scene-of-file.ts';
import { button, fillStep, MINIMAL, reachStep, value } from './support/student.ts';
import { answer, attach, goOn, openCard, saved } from './support/wizard.ts';

const scene = sceneOfFile();

describe('a database that is lost while the page is open', () => {
  test('costs nothing: the next change is saved in a new one', async () => {
    const page = await scene.open();
    await openCard(page, 'student-form');
    await answer(page, 'firstName', 'Amelia');
    await saved(page);
    // As if the person had cleared the site's data: every connection is closed and the database is gone.
    await page.evaluate(async () => {
      const deleting = indexedDB.deleteDatabase('applications');
      await new Promise((done) => deleting.addEventListener('success', done, { once: true }));
    });
    await answer(page, 'familyName', 'Hall');
    await saved(page);
    await page.reload();
    await expect.poll(() => value(page, 'familyName')).toBe('Hall');
    expect(await value(page, 'firstName')).toBe('Amelia');
  });
});

describe('a write that the browser breaks off', () => {
  test('is shown on the page and retried, and leaves no unhandled error behind', async () => {
    const page = await scene.open();
    await openCard(page, 'student-form');
    await answer(page, 'firstName', 'Amelia');
    await saved(page);
    await page.evaluate(() => {
      const { put } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.put = function (...args) {
        const made = put.apply(this, args);
        this.transaction.abort();
        return made;
      };
      Object.assign(window, { mend: () => Object.assign(IDBObjectStore.prototype, { put }) });
    });
    await answer(page, 'familyName', 'Hall');
    await page.locator('[data-save-state=failed]').waitFor();
    await page.getByText('Your answers stay on this page while it is open.').first().waitFor();
    await page.evaluate(() => Reflect.get(window, 'mend')());
    await answer(page, 'familyName', 'Halloran');
    await saved(page);
    expect(page.watched.troubles).toEqual([]);
  });
});

describe('a slow disk', () => {
  test('is not an empty one: what was saved comes back when it answers, and nothing is written over it', async () => {
    const context = await scene.context();
    const page = await openPage(context, scene.product.url);
    await openCard(page, 'student-form');
    await answer(page, 'firstName', 'Amelia');
    await saved(page);
    const release = await holdDatabase(context, scene.product.url);
    await page.reload();
    await page.getByText('Opening your application').first().waitFor({ state: 'attached' });
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 3000 })));
    expect(await page.locator('main').getAttribute('data-draft')).toBeNull();
    await release();
    await expect.poll(() => value(page, 'firstName')).toBe('Amelia');
    expect(await page.locator('[data-draft-id]').count()).toBe(1);
    expect(page.watched.troubles).toEqual([]);
  });

  test('holds up the way to step 2, and says that it is under way; the press is not lost', async () => {
    const context = await scene.context();
    const first = await openPage(context, scene.product.url);
    await openCard(first, 'student-form');
    await first.locator('main[data-draft]').waitFor();
    await first.close();
    const release = await holdDatabase(context, scene.product.url);
    const page = await openPage(context, scene.product.url);
    await page.locator('form[data-step="1"]').waitFor();
    await fillStep(page, 1, MINIMAL);
    await button(page, 'Next').click();
    await button(page, 'Validating...').waitFor();
    expect(await page.locator('main').getAttribute('data-draft')).toBeNull();
    await release();
    await page.locator('form[data-step="2"]').waitFor();
    await saved(page);
    await button(page, 'Previous').click();
    expect(await value(page, 'firstName')).toBe(MINIMAL.firstName);
    expect(page.watched.troubles).toEqual([]);
  });
});

describe('a disk that can be written and not read', () => {
  test('is said with a fresh form; once it can be read, the untouched form gives way to what was saved', async () => {
    const page = await scene.open();
    await openCard(page, 'student-form');
    await answer(page, 'firstName', 'Amelia');
    await saved(page);
    await page.addInitScript(() => {
      const { transaction } = IDBDatabase.prototype;
      const heal = () => Object.assign(IDBDatabase.prototype, { transaction });
      IDBDatabase.prototype.transaction = function (...wanted) {
        if (wanted[1] !== 'readwrite') throw new DOMException('The disk cannot be read', 'UnknownError');
        return transaction.apply(this, wanted);
      };
      Object.assign(window, { heal });
    });
    await page.reload();
    const notice = page.getByRole('alert').filter({ hasText: 'We could not read your saved applications' });
    await notice.waitFor();
    const tryAgain = () => notice.getByRole('button', { name: 'Try again' }).click();
    expect(await value(page, 'firstName')).toBe('');
    await page.getByText('Not saved yet').waitFor();
    await tryAgain();
    await page.getByText('We still could not read them.').waitFor();
    await page.evaluate(() => void Reflect.get(window, 'heal')());
    await tryAgain();
    await expect.poll(() => value(page, 'firstName')).toBe('Amelia');
    expect(await notice.count()).toBe(0);
    expect(await page.locator('[data-draft-id]').count()).toBe(1);
    expect(page.watched.troubles).toEqual([]);
  });
});

describe('room on the device', () => {
  test('that is little is said before a document is attached; the text is kept all the same', async () => {
    const context = await scene.context();
    await context.addInitScript(() => {
      StorageManager.prototype.estimate = async () => ({ quota: 30 * 1024 * 1024, usage: 0 });
    });
    const page = await openPage(context, scene.product.url);
    await reachStep(page, 4);
    await page.getByText('This device has little room left').waitFor();
    await page.getByText('About 30 MB are free').waitFor();
    await saved(page);
  });

  test('is asked for once a step is done or a document attached, once, and not before; a refusal changes nothing', async () => {
    const context = await scene.context();
    await context.addInitScript(() => {
      let asked = 0;
      StorageManager.prototype.persisted = async () => false;
      StorageManager.prototype.persist = async () => {
        asked += 1;
        Object.assign(window, { asked });
        throw new Error('refused');
      };
    });
    const page = await openPage(context, scene.product.url);
    const asked = () => page.evaluate(() => Reflect.get(window, 'asked') ?? 0);
    await openCard(page, 'student-form');
    await fillStep(page, 1, MINIMAL);
    await saved(page);
    expect(await asked()).toBe(0);
    await button(page, 'Next').click();
    await expect.poll(asked).toBe(1);
    for (const step of [2, 3]) {
      await fillStep(page, step, MINIMAL);
      await goOn(page, step + 1);
    }
    await attach(page, 'passport', { name: 'passport.pdf', bytes: makePdf({ mark: 'passport' }) });
    await attach(page, 'cv', { name: 'cv.pdf', bytes: makePdf({ mark: 'cv' }) });
    await saved(page);
    expect(await asked()).toBe(1);
    expect(page.watched.troubles).toEqual([]);
  });
});

describe('the application as one that can be installed', () => {
  test('has a manifest that the browser takes, with icons that are there', async () => {
    const page = await scene.open();
    const session = await page.context().newCDPSession(page);
    const { url, errors } = await session.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    expect(path.basename(url)).toBe('manifest.webmanifest');
    const manifest = await (await fetch(url)).json();
    expect(manifest).toMatchObject({ start_url: '/', display: 'standalone' });
    for (const { src, sizes } of manifest.icons) {
      const icon = await fetch(new URL(src, url));
      expect(icon.ok, `${src} ${sizes}`).toBe(true);
      expect(icon.headers.get('content-type')).toMatch(/^image\//);
    }
  });
});
