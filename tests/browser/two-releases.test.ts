/** @module-tag slow */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startLoopbackProxy } from '../support/loopback-proxy.ts';
import { openPage } from './support/browser.ts';
import { openScene, type Scene } from './support/scene.ts';
import { value } from './support/student.ts';
import { answer, openCard, saved } from './support/wizard.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene[Symbol.asyncDispose]());

const releaseOf = (page: Awaited<ReturnType<typeof openPage>>) =>
  page.locator('meta[name=release]').getAttribute('content');

test('a tab of a newer release makes an older one reload, and nothing typed is lost', async () => {
  const proxy = await startLoopbackProxy(scene.product.url);
  try {
    const context = await scene.context();
    const older = await openPage(context, proxy.url);
    await openCard(older, 'student-form');
    await answer(older, 'firstName', 'Amelia');
    await saved(older);
    await answer(older, 'familyName', 'Hall');
    // The same pages, as the next release marks them.
    proxy.change('/', (html) => html.replace(/(<meta name="release" content=")[^"]+/, '$1newer'));
    const newer = await openPage(context, proxy.url);
    if ((await newer.locator('main').getAttribute('data-view')) === 'home') await openCard(newer, 'student-form');
    await expect.poll(() => releaseOf(older), { timeout: 30_000 }).toBe('newer');
    await expect.poll(() => value(older, 'familyName')).toBe('Hall');
    expect(await value(older, 'firstName')).toBe('Amelia');
    expect([...older.watched.troubles, ...newer.watched.troubles]).toEqual([]);
  } finally {
    await scene.clear();
    await proxy.close();
  }
});
