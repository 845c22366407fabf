import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { SLOW } from '#tests/support/slow.ts';
import { openPage } from './support/browser.ts';
import { traces } from './support/left-behind.ts';
import { arrived, progress } from './support/outbox.ts';
import { openScene, type Scene } from './support/scene.ts';
import { draftId, fillApplication } from './support/student.ts';
import { answer, confirmApplication, openCard, saved } from './support/wizard.ts';

const HOUR = 60 * 60_000;
let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene[Symbol.asyncDispose]());
afterEach(() => scene.clear());

test('what was confirmed while the clock stood in 2020 is sent when it is set right', async () => {
  const context = await scene.context();
  const page = await openPage(context, scene.product.url);
  await fillApplication(page);
  const id = await draftId(page);
  await scene.product.stop();
  await context.clock.setFixedTime('2020-03-01T12:00:00');
  await confirmApplication(page);
  await progress(page).getByText('Saved. We will send it when you are online.', { exact: true }).waitFor();
  await page.close();
  await scene.product.start();
  await context.clock.setFixedTime(Date.now());
  await openPage(context, scene.product.url);
  await arrived(scene, id);
});

test('what was saved while the clock stood in 2036 is gone 24 hours after it is set right', SLOW, async () => {
  const context = await scene.context();
  await context.clock.setFixedTime('2036-03-01T12:00:00');
  const page = await openPage(context, scene.product.url);
  await openCard(page, 'student-form');
  await answer(page, 'firstName', 'Amelia');
  await saved(page);
  await page.close();
  await context.clock.setFixedTime(Date.now());
  const right = await openPage(context, scene.product.url);
  await right.getByRole('button', { name: 'Open Amelia' }).waitFor();
  await right.close();
  await context.clock.setFixedTime(Date.now() + 24.1 * HOUR);
  const later = await openPage(context, scene.product.url);
  await expect.poll(() => traces(later, ['Amelia'])).toEqual([]);
});
