/** @module-tag slow */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sha256 } from '../support/pdf.ts';
import { startProduct } from '../support/product.ts';
import { openPage, PHONE } from './support/browser.ts';
import { filledScene } from './support/filled.ts';
import { attachRequired, button } from './support/student.ts';
import { answer, confirmApplication, goOn, openCard } from './support/wizard.ts';

const filled = filledScene();
const TERMS = sha256(readFileSync('example-college/terms.md'));

test("the college's words stand where they are needed, and the PUT and the receipt name the terms", async () => {
  const page = await filled.openAt(4, PHONE);
  const footer = page.locator('main footer').last();
  await footer.getByText('00000Z', { exact: true }).waitFor();
  await footer.getByText('000000Z', { exact: true }).waitFor();
  await button(page, 'Read the terms and conditions').click();
  const terms = page.getByRole('dialog', { name: 'Enrolment terms and conditions' });
  await terms.getByText('Version 1.0 of 1 November 2026').waitFor();
  await terms.getByRole('heading', { name: 'Your application' }).waitFor();
  await terms.getByRole('button', { name: 'Close' }).last().click();
  await button(page, 'Refund policy').click();
  await page.getByRole('dialog', { name: 'Refund policy' }).getByRole('table').waitFor();
  await page.keyboard.press('Escape');
  await attachRequired(page);
  const put = page.waitForRequest((request) => request.method() === 'PUT');
  await confirmApplication(page);
  expect((await put).postDataJSON()).toMatchObject({ accepted: { terms: { version: '1.0', sha256: TERMS } } });
  await page.getByText('Application submitted successfully!').first().waitFor();
  await page.getByText(`Version 1.0, SHA-256 ${TERMS}`).waitFor();
  await button(page, 'What happens next').click();
  await page.getByRole('dialog', { name: 'What happens next' }).getByRole('listitem').first().waitFor();
});

test('the privacy notice is one folded line before the first question', async () => {
  const page = await filled.openAt(1, PHONE);
  const line = page.getByText('Privacy notice: what happens to your information');
  expect(await page.getByText('Who receives it').count()).toBe(0);
  const question = page.locator('[name=title]');
  const above = async () => ((await line.boundingBox())?.y ?? 0) < ((await question.boundingBox())?.y ?? 0);
  expect(await above()).toBe(true);
  await line.click();
  await page.getByText('Who receives it').waitFor();
});

/** What the server sends for the address of the page, before any script or further call. */
const documentOf = async ({ url }: { readonly url: string }) => (await fetch(url)).text();
const MADE_UP = /Southbank|southbank|5550 0142|000000?Z/;

test("the first paint says nothing of a made-up college, and then the server's own college has its name there", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'college-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(
    join(folder, 'college.json'),
    JSON.stringify({ name: 'Harbour College', email: 'ask@harbour.example' }),
  );
  await using product = await startProduct({ env: { ...filled.scene.mocks.env, COLLEGE_DIR: folder } });
  expect(await documentOf(product)).toContain('Online Application Form');
  expect(await documentOf(product)).not.toMatch(MADE_UP);
  expect(await documentOf(filled.scene.product)).not.toMatch(MADE_UP);
  const page = await openPage(await filled.scene.context(PHONE), product.url);
  await page.getByText('Harbour College', { exact: true }).first().waitFor();
  await page.getByRole('link', { name: 'ask@harbour.example' }).first().waitFor();
  await expect.poll(() => page.title()).toBe('Online Application Form - Harbour College');
  expect(await page.locator('body').innerText()).not.toMatch(MADE_UP);
});

test('without the folder the page of real services claims nothing of any college', async () => {
  await using product = await startProduct({ env: { ...filled.scene.mocks.env, COLLEGE_DIR: '' } });
  expect(await documentOf(product)).not.toMatch(MADE_UP);
  const page = await openPage(await filled.scene.context(PHONE), product.url);
  await openCard(page, 'student-form');
  await page.locator('[name=firstName]').waitFor();
  await page.getByText('Privacy notice: what happens to your information').waitFor({ state: 'detached' });
  expect(await page.getByText('CRICOS').count()).toBe(0);
  expect(await page.locator('body').innerText()).not.toMatch(MADE_UP);
});

// A service worker answers here, as it does for a person; other tests keep it out.
test('the terms can be read without a connection, once the page was loaded with one', async () => {
  const context = await filled.scene.context({ ...PHONE, ...filled.profile.copy(), serviceWorkers: 'allow' });
  const page = await openPage(context, filled.scene.product.url);
  await page.locator('form[data-step="4"]').waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await page.locator('form[data-step="4"]').waitFor();
  await button(page, 'Read the terms and conditions').waitFor();
  // The device keeps both answers, which tell the name and the terms.
  const isKept = () =>
    page.evaluate(async () => {
      const found = await Promise.all(['/api/config', '/api/college'].map((path) => caches.match(path)));
      return found.every((answer) => answer !== undefined);
    });
  await expect.poll(isKept, { timeout: 30_000 }).toBe(true);
  await context.setOffline(true);
  await page.reload();
  await page.locator('form[data-step="4"]').waitFor();
  await button(page, 'Read the terms and conditions').click();
  const terms = page.getByRole('dialog', { name: 'Enrolment terms and conditions' });
  await terms.getByText('Version 1.0 of 1 November 2026').waitFor();
  await terms.getByRole('heading', { name: 'Your application' }).waitFor();
});

test('before sending, a phone shows what to check, and none of it leaves the device', async () => {
  const page = await filled.openAt(1, PHONE);
  await answer(page, 'birthplace', 'Vietnam');
  for (const step of [2, 3, 4]) await goOn(page, step);
  await attachRequired(page);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url(), request.postData() ?? ''));
  await button(page, 'Submit Application').click();
  const advice = page.getByRole('region', { name: 'Before you send' });
  await advice.getByText('which is a country.').waitFor();
  await advice.getByRole('listitem').filter({ hasText: 'which is a country.' }).getByText('Go to this answer').click();
  await page.locator('form[data-step="1"] [name=birthplace]:focus').waitFor();
  for (const step of [2, 3, 4]) await goOn(page, step);
  await button(page, 'Submit Application').click();
  await advice.getByRole('listitem').filter({ hasText: 'which is a country.' }).getByText('This is correct').click();
  await advice.getByText('which is a country.').waitFor({ state: 'detached' });
  await button(page, 'Confirm & Submit Application').click();
  await page.getByText('Application submitted successfully!').first().waitFor();
  const known = [...sent, filled.scene.product.log(), JSON.stringify(await page.context().cookies())].join('\n');
  for (const words of ['birthplaceIsCountry', 'which is a country', 'confirmed-findings']) {
    expect(known).not.toContain(words);
  }
  const kept = await page.evaluate(() => localStorage.getItem('confirmed-findings'));
  expect(kept).toContain('birthplaceIsCountry birthplace');
  expect(kept).not.toContain('Vietnam');
});
