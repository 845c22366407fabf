/** @module-tag slow */
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { makePdf } from '../support/pdf.ts';
import { filledScene } from './support/filled.ts';
import { success } from './support/outbox.ts';
import type { WatchedPage } from './support/scene.ts';
import { attachRequired, button, draftId, uploaded } from './support/student.ts';
import { attach, confirmApplication, stage } from './support/wizard.ts';

const filled = filledScene();

const progress = (page: WatchedPage) =>
  page.getByRole('dialog', { name: /^(Submission progress|Application submitted)/ });
const LOST = 'This document was lost on our side. Please attach the same file again.';
// The server retries automatically, after pauses that double until a slow machine comes to the loss.
const UNTIL_TRIED = { timeout: 180_000 };

/** An application that was accepted, and whose documents are removed behind the server's back before they go on. */
async function acceptedApplication(): Promise<{ page: WatchedPage; loseAll: () => Promise<void> }> {
  const { scene } = filled;
  const uploads = path.join(scene.product.dataDir, 'uploads');
  const before = new Set(await readdir(uploads));
  scene.mocks.setScenario({ service: 'student-workflow', scenario: 'failing' });
  const page = await filled.reopenAt(4);
  await attachRequired(page);
  await confirmApplication(page);
  await stage(page, 'power-automate', 'error').waitFor();
  const loseAll = async () => {
    const names = (await readdir(uploads)).filter((name) => /^[0-9a-f]{32}$/.test(name) && !before.has(name));
    expect(names).toHaveLength(4);
    for (const name of names) await rm(path.join(uploads, name));
    // The server continues automatically.
    scene.mocks.setScenario({ service: 'student-workflow', scenario: 'accepts' });
  };
  return { page, loseAll };
}

async function arrived(page: WatchedPage): Promise<void> {
  await success(page);
  const { mocks } = filled.scene;
  const id = await draftId(page);
  expect(mocks.offers()).toHaveLength(1);
  expect(mocks.effects('file-workflow').map(({ key, files }) => [key, files.length])).toEqual([[id, 4]]);
}

describe('documents that the server loses after it has accepted the application', () => {
  test('are sent again by the page without a word where this device still has them', async () => {
    const { page, loseAll } = await acceptedApplication();
    await loseAll();
    await arrived(page);
  });

  test('are named where it does not, and lead to their places; attached again, the application arrives', async () => {
    const { page, loseAll } = await acceptedApplication();
    // As a browser does that needs the room.
    await page.evaluate(forgetBytes);
    await page.reload();
    await stage(page, 'power-automate', 'error').waitFor();
    await loseAll();
    const dialog = progress(page);
    await dialog.getByText(LOST).first().waitFor(UNTIL_TRIED);
    expect(await dialog.getByRole('button', { name: 'Show all details' }).count()).toBe(0);
    // The page empties one place after the other, which takes a slow disk a while.
    await page.locator('[data-document] [data-part=file]').first().waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Current Passport' }).click();
    await page.locator('[data-document="passport"] button:focus').waitFor();
    for (const slot of ['year12Evidence', 'passport', 'englishTest', 'academicQualifications'])
      await attach(page, slot, { name: `${slot}.pdf`, bytes: makePdf({ mark: slot, bytes: 900 }) });
    await uploaded(page, 4);
    await confirmApplication(page);
    await arrived(page);
  });

  test('are said on home, which leads to the form: that sends them again', async () => {
    const { page, loseAll } = await acceptedApplication();
    await page.reload();
    await stage(page, 'power-automate', 'error').waitFor();
    await progress(page).getByRole('button', { name: 'Close and Retry' }).click();
    await button(page, 'Back to home').click();
    await page.locator('main[data-view=home]').waitFor();
    await page.reload();
    const sent = page.getByRole('region', { name: 'Confirmed applications' });
    await sent.getByText('Sent, but stopped').waitFor();
    await loseAll();
    await sent.getByText('Sent, but documents are missing. Open this application').waitFor(UNTIL_TRIED);
    await page
      .getByRole('region', { name: 'Your applications' })
      .getByRole('button', { name: /^Open / })
      .click();
    await arrived(page);
  });
});

/** Runs in the page: the bytes of all documents are gone from this device. */
async function forgetBytes(): Promise<void> {
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    if (database.objectStoreNames.contains('files')) {
      const writing = database.transaction('files', 'readwrite');
      writing.objectStore('files').clear();
      await new Promise((resolve) => writing.addEventListener('complete', resolve));
    }
    database.close();
  }
}
