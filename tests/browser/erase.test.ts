/** @module-tag slow */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leaveForBarePage, openBarePage, readStorage } from '../support/browser-storage.ts';
import { openPage } from './support/browser.ts';
import { manyDrafts, seed } from './support/drafts-seed.ts';
import { openScene, type Scene } from './support/scene.ts';
import { button } from './support/student.ts';
import { answer, openCard, saved } from './support/wizard.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene[Symbol.asyncDispose]());

const everythingIn = async (page: Page): Promise<string> =>
  JSON.stringify([await readStorage(page), await page.evaluate(() => ({ ...sessionStorage }))]);

// In a browser: a database is deleted only when every tab has closed it, and each tab writes what it has on leaving.
test('erasing everything leaves nothing of it in storage, and another tab does not write what it has open again', async () => {
  const context = await scene.context();
  const other = await scene.open(context);
  await openCard(other, 'agent');
  await openCard(other, 'agent-student-form');
  await answer(other, 'firstName', 'Zoe');
  await saved(other);
  const writer = await openBarePage(context, scene.product.url);
  await seed(writer, { drafts: manyDrafts(2, Date.now() - 60_000, 'agent'), slots: ['passport', 'cv'] });
  await writer.evaluate(() => localStorage.setItem('kept-agency', '{"agentName":"Mei Lin"}'));

  const page = await openPage(context, scene.product.url);
  // This browser was last on the form.
  await button(page, 'Back').click();
  // Typed and not yet taken in by the form: what the other tab would keep on leaving.
  await other.locator('[name=familyName]').pressSequentially('Unsaved');
  await button(page, 'Erase everything on this device').click();
  const first = page.getByRole('dialog', { name: 'Erase everything on this device' });
  await first.getByText('3 applications').waitFor();
  await first.getByText('4 documents').waitFor();
  await button(page, 'Continue to erase').click();
  await button(page, 'Erase everything now').click();

  await page.getByRole('alertdialog', { name: 'Everything was erased' }).waitFor();
  await other.getByText('Another tab erased everything on this device.').waitFor();
  expect(await readStorage(writer)).toMatchObject({ databases: [] });
  await page.getByText('Close', { exact: true }).click();
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  expect(await button(page, 'Open Zoe').count()).toBe(0);

  // What the pages write on leaving is there as well.
  await leaveForBarePage(other, scene.product.url);
  await leaveForBarePage(page, scene.product.url);
  for (const tab of [other, page]) expect(await everythingIn(tab)).not.toMatch(/Zoe|Unsaved|Nguyen|Mei Lin|draft/);
  expect([page.watched.troubles, other.watched.troubles]).toEqual([[], []]);
});
