import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as elapse } from 'node:timers/promises';
import { studentDocuments } from '#domain/student/documents.ts';
import { openPage, openProfile } from '../browser/support/browser.ts';
import { MINIMAL, reachStep } from '../browser/support/student.ts';
import { saved } from '../browser/support/wizard.ts';
import { makePdf } from '../support/pdf.ts';
import { startProduct } from '../support/product.ts';
import type { Chaos } from './support/report.ts';

const FILE_BYTES = 10 * 1024 * 1024;
const LAST_WORDS = 'typed 1.2 seconds before the end';
const AT_MOST_MS = 2000;

/** SIGKILL 1.2 s after the last key, with nine documents of 10 MB: everything is back within 2 s of the load. */
const chaos: Chaos = async (tell) => {
  const home = await mkdtemp(path.join(tmpdir(), 'killed-'));
  await using product = await startProduct();
  const problems: string[] = [];
  try {
    await using before = await openProfile(path.join(home, 'profile'));
    const page = await openPage(before.context, product.url);
    await reachStep(page, 4);
    tell('step 4 is open');
    for (const { slot } of studentDocuments) {
      const file = path.join(home, `${slot}.pdf`);
      await writeFile(file, makePdf({ mark: slot, bytes: FILE_BYTES }));
      await page.locator(`input[type=file][name="${slot}"]`).setInputFiles(file);
      await page.locator(`[data-document="${slot}"]`).getByText(`${slot}.pdf`).waitFor();
      tell(`${slot} is attached`);
    }
    await page.waitForFunction(() => !document.querySelector('[data-upload-state="checking"]'));
    await saved(page);
    await page.locator('[name=howDidYouHearDetails]').pressSequentially(LAST_WORDS);
    // This time is the promise itself.
    await elapse(1200);
    await before.kill();
    tell('the browser is killed');

    await using after = await openProfile(path.join(home, 'profile'));
    const again = await after.context.newPage();
    await again.goto(product.url, { waitUntil: 'load' });
    const from = performance.now();
    await again.locator('form[data-step="4"]').waitFor({ timeout: 20_000 });
    for (const { slot } of studentDocuments) {
      const back = again.locator(`[data-document="${slot}"]`).getByText(`${slot}.pdf`);
      await back.waitFor({ timeout: 10_000 }).catch(() => problems.push(`${slot} did not come back`));
    }
    const took = performance.now() - from;
    if (took > AT_MOST_MS) problems.push(`it took ${took.toFixed(0)} ms`);
    const words = await again.locator('[name=howDidYouHearDetails]').inputValue();
    if (words !== LAST_WORDS) problems.push(`the last words came back as '${words}'`);
    await again.getByRole('button', { name: 'Previous' }).click();
    await again.locator('form[data-step="3"]').waitFor();
    const level = await again.locator('[name=highestSchoolLevel]').inputValue();
    if (level !== MINIMAL.highestSchoolLevel) problems.push(`step 3 came back with '${level}'`);
    return { facts: { 'back after': `${took.toFixed(0)} ms`, documents: studentDocuments.length }, problems };
  } finally {
    await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
};
export default chaos;
