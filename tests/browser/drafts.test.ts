import { expect, test } from 'vitest';
import { SLOW } from '#tests/support/slow.ts';
import { openBarePage } from '../support/browser-storage.ts';
import { makePdf } from '../support/pdf.ts';
import { openAgentForm } from './support/agency.ts';
import { switchAmong } from './support/crossing.ts';
import { manyDrafts, seed } from './support/drafts-seed.ts';
import { traces } from './support/left-behind.ts';
import type { WatchedPage } from './support/scene.ts';
import { sceneOfFile } from './support/scene-of-file.ts';
import { stopClock } from './support/stop-clock.ts';
import { button, draftId, reachStep, value } from './support/student.ts';
import { answer, attach, openCard, saved } from './support/wizard.ts';

const scene = sceneOfFile();

const rows = (page: WatchedPage) => page.locator('[data-draft-id]');
const open = (page: WatchedPage, id: string) =>
  page.locator(`[data-draft-id="${id}"]`).getByRole('button', { name: /^Open/ }).click();
const opened = (page: WatchedPage, id: string) => page.locator(`main[data-draft="${id}"] form[data-step]`).waitFor();

/** A page with the form open on the last of so many drafts, each with documents in these slots. */
async function openMany(count: number, slots: readonly string[] = []) {
  const context = await scene.context();
  const page = await scene.open(context);
  await openCard(page, 'student-form');
  await answer(page, 'firstName', 'Zoe');
  await saved(page);
  const drafts = manyDrafts(count, Date.now());
  const writer = await openBarePage(context, scene.product.url);
  await seed(writer, { drafts, slots });
  await writer.close();
  await page.reload();
  await rows(page).nth(count).waitFor();
  return { page, drafts };
}

test('ten drafts, switched at random with edits and files of one name: nothing crosses', SLOW, async () => {
  // The long form is `npm run chaos drafts-crossing`.
  const { problems } = await switchAmong(await scene.context(), scene.product.url, {
    drafts: 10,
    switches: 20,
    seed: 1,
  });
  expect(problems).toEqual([]);
});

test(
  'the list of drafts comes with the form of the last one, so that it never moves away under a finger',
  SLOW,
  async () => {
    const context = await scene.context();
    const page = await scene.open(context);
    await openAgentForm(page, 'agent-student-form');
    await answer(page, 'firstName', 'Zoe');
    await saved(page);
    await context.addInitScript(() => {
      const look = new MutationObserver(() => {
        if (document.querySelector('[data-draft-id]') === null) return;
        Object.assign(window, { hadForm: document.querySelector('form[data-step]') !== null });
        look.disconnect();
      });
      look.observe(document, { childList: true, subtree: true });
    });
    await page.reload();
    await rows(page).first().waitFor();
    expect(await page.evaluate(() => Reflect.get(window, 'hadForm'))).toBe(true);
  },
);

test('deleting leaves nothing on the device at once, and can be undone with documents and all', async () => {
  const page = await scene.open();
  await reachStep(page, 4);
  await attach(page, 'passport', { name: 'amelia-passport.pdf', bytes: makePdf({ mark: 'amelia' }) });
  await saved(page);
  const id = await draftId(page);
  const name = await page.locator(`[data-draft-id="${id}"] strong`).innerText();
  // The toast stays for six seconds. On a loaded machine the pointer may take longer.
  await stopClock(page);
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  // Its time does not pass while the pointer is over it.
  await page.getByText('Deleted from this device.').hover();
  await page.clock.resume();
  await expect.poll(() => traces(page, [id, 'amelia-passport.pdf', name])).toEqual([]);
  await button(page, 'Undo').click();
  await opened(page, id);
  await page.getByText('amelia-passport.pdf').first().waitFor();
  expect(page.watched.troubles).toEqual([]);
});

test('deleting by the keyboard keeps the focus in the list, and so does undoing it', SLOW, async () => {
  const { page } = await openMany(3);
  const list = page.getByRole('region', { name: 'Your applications' });
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  const remove = list.getByRole('button', { name: /^Delete/ }).last();
  const name = (await remove.innerText()).replace(/^Delete\s*/, '');
  await remove.focus();
  await page.keyboard.press('Enter');
  await list.getByRole('button', { name: `Delete ${name}` }).waitFor({ state: 'detached' });
  await expect.poll(focused).toBe('Your applications');
  const undo = list.getByRole('button', { name: `Undo deleting ${name}` });
  await undo.focus();
  await page.keyboard.press('Enter');
  await list.getByRole('button', { name: `Delete ${name}` }).waitFor();
  await expect.poll(focused).toBe('Your applications');
});

test('a state that cannot be read is said on home and on the form, downloads, and harms no other', SLOW, async () => {
  const { page, drafts } = await openMany(1);
  const context = page.context();
  const writer = await openBarePage(context, scene.product.url);
  const broken = { ...drafts[0], schema: 99, answers: 'torn' };
  await seed(writer, { drafts: [broken] });
  await writer.close();
  await page.reload();
  await page.getByText('could not be restored').waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Download a copy').click()]);
  expect(download.suggestedFilename()).toBe('saved-applications.json');
  expect(await value(page, 'firstName')).toBe('Zoe');
  await button(page, 'Back to home').click();
  await page.getByText('could not be restored').waitFor();
  await page.reload();
  await page.getByText('could not be restored').waitFor();
  await button(page, 'Delete it from this device').click();
  await expect.poll(() => traces(page, ['torn'])).toEqual([]);
});

test(
  'an hour and five minutes before its end a draft can be kept another 24 hours; after it, it is gone',
  SLOW,
  async () => {
    const { page, drafts } = await openMany(1);
    const [draft] = drafts;
    const hour = 60 * 60 * 1000;
    const writer = await openBarePage(page.context(), scene.product.url);
    await seed(writer, { drafts: [{ ...draft, revision: 2, changedAt: Date.now() - 23.5 * hour }] });
    await writer.close();
    await page.reload();
    await open(page, draft?.id ?? '');
    await page.getByText('We will delete this application in less than 60 minutes').waitFor();
    await button(page, 'Keep it another 24 hours').click();
    await page.getByText('We will delete this application in less than 60 minutes').waitFor({ state: 'detached' });
    await saved(page);
    await page.clock.install();
    await page.reload();
    await opened(page, draft?.id ?? '');
    await page.clock.runFor(100);
    await page.clock.fastForward(24 * hour);
    await expect.poll(() => traces(page, [draft?.id ?? 'none', 'P0000000'])).toEqual([]);
  },
);
