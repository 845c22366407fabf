import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openPage } from './support/browser.ts';
import { arrived } from './support/outbox.ts';
import { openScene, type Scene } from './support/scene.ts';
import { draftId, fillApplication } from './support/student.ts';
import { answer, confirmApplication, openCard, saved } from './support/wizard.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene[Symbol.asyncDispose]());
afterEach(() => scene.clear());

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

  test('lists on the landing page what was saved before', async () => {
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

  test('sends what was confirmed in an earlier visit', async () => {
    const context = await withoutList();
    const page = await openPage(context, scene.product.url);
    await fillApplication(page);
    const id = await draftId(page);
    await scene.product.stop();
    await confirmApplication(page);
    await page.getByText('Waiting to be sent: 1st in line').first().waitFor();
    await page.close();
    await scene.product.start();
    await openPage(context, scene.product.url);
    await arrived(scene, id);
  });

  test('has no database after somebody has only looked', async () => {
    const page = await openPage(await withoutList(), scene.product.url);
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => Reflect.get(window, 'databasesHere')())).toEqual([]);
  });
});
