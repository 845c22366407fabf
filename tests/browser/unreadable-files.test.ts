/** @module-tag slow */
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePdf } from '../support/pdf.ts';
import { DESKTOP } from './support/browser.ts';
import { filledScene } from './support/filled.ts';
import type { WatchedPage } from './support/scene.ts';
import { uploaded } from './support/student.ts';
import { attach, confirmApplication } from './support/wizard.ts';

const filled = filledScene();
const UNREADABLE = 'We could not read the file. Please choose it again';
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'chosen-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Chooses a file that lies on the disk. */
async function choose(page: WatchedPage, slot: string, name: string): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, makePdf({ mark: name, bytes: 5000 }));
  await page.locator(`input[type=file][name="${slot}"]`).setInputFiles(file);
  await page.locator(`[data-document="${slot}"]`).getByText(name).waitFor();
  return file;
}

/** Files are hashed when the returned function is called, as behind a large one that takes its time. */
async function holdReading(page: WatchedPage) {
  await page.evaluate(() => {
    const digest = crypto.subtle.digest.bind(crypto.subtle);
    const goOn = new Promise((resolve) => addEventListener('read-on', resolve, { once: true }));
    crypto.subtle.digest = async (...given) => {
      await goOn;
      return digest(...given);
    };
  });
  return () => page.evaluate(() => void dispatchEvent(new Event('read-on')));
}

const slotOf = (page: WatchedPage, slot: string) => page.locator(`[data-document="${slot}"]`);
async function expectUnreadable(page: WatchedPage, slot: string): Promise<void> {
  await slotOf(page, slot).getByRole('alert').filter({ hasText: UNREADABLE }).waitFor();
  const words = await slotOf(page, slot).textContent();
  expect(words).toContain('Not uploaded');
  expect(words).not.toContain('Waiting for a connection');
  expect(words).not.toContain('could not save a copy');
}

describe('a file that is taken from the disk after it was chosen', () => {
  test('shows that at its slot, and the confirmed application names it instead of blaming the network', async () => {
    const page = await filled.reopenAt(4, DESKTOP);
    const readOn = await holdReading(page);
    await attach(page, 'year12Evidence', { name: 'year12.pdf', bytes: makePdf({ mark: 'year12' }) });
    const file = await choose(page, 'passport', 'passport.pdf');
    for (const slot of ['englishTest', 'academicQualifications'])
      await attach(page, slot, { name: `${slot}.pdf`, bytes: makePdf({ mark: slot }) });
    await rm(file);
    await readOn();
    await expectUnreadable(page, 'passport');
    await uploaded(page, 3);
    await confirmApplication(page);
    const progress = page.getByRole('dialog');
    await progress.getByText('We could not upload these documents: Current Passport').first().waitFor();
    expect(await progress.textContent()).toContain('choose the files again');
    expect(await progress.textContent()).not.toContain('Network error');
  });

  test('or changed, if this device could not keep it, shows that when its turn to upload comes', async () => {
    const page = await filled.reopenAt(4, DESKTOP);
    page.watched.expect(/ERR_UPLOAD_FILE_CHANGED|Failed to load resource/);
    await page.evaluate(() => {
      const { put } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.put = function (value, ...key) {
        if (this.name === 'files') throw new DOMException('no room', 'QuotaExceededError');
        return put.call(this, value, ...key);
      };
    });
    let goOn = () => {};
    const changed = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await page.route('**/api/uploads', async (route) => {
      await changed;
      await route.continue();
    });
    const asked = page.waitForRequest('**/api/uploads');
    const file = await choose(page, 'passport', 'passport.pdf');
    await asked;
    await appendFile(file, 'x');
    goOn();
    await expectUnreadable(page, 'passport');
  });
});
