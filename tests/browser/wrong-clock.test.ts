/** @module-tag slow */
import { test } from 'vitest';
import { openPage } from './support/browser.ts';
import { arrived, progress } from './support/outbox.ts';
import { sceneOfFile } from './support/scene-of-file.ts';
import { draftId, fillApplication } from './support/student.ts';
import { confirmApplication } from './support/wizard.ts';

const scene = sceneOfFile();

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
