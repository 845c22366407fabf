/** @module-tag slow */
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openBarePage } from '../support/browser-storage.ts';
import { chance, drawPage, photograph, plausibleShot, zoneOf } from '../support/passport-photos.ts';
import { makeScanPdf, makeTextPdf } from '../support/real-pdf.ts';
import { PHONE } from './support/browser.ts';
import { manyDrafts, seed } from './support/drafts-seed.ts';
import { filledScene } from './support/filled.ts';
import { AHEAD, attachRequired, button, MINIMAL, value } from './support/student.ts';
import { answer, attach, goOn, openCard, saved } from './support/wizard.ts';

const filled = filledScene();

const short = (date: string) => date.slice(2).replaceAll('-', '');
/** The passport of the filled application, apart from its date of birth and the name. */
const PERSON = {
  issuer: 'CHN',
  family: 'TESTER',
  given: 'ROBIN',
  number: String(MINIMAL.passportNumber),
  born: '990512',
  sex: 'M',
  expires: short(AHEAD.passportExpiryDate),
};

/** A photo of a passport as a PDF, as a phone's own scanner makes it. */
async function photoPdf(seed: number, number = PERSON.number): Promise<Buffer> {
  const next = chance(seed);
  const { light, width, height } = photograph(drawPage(zoneOf({ ...PERSON, number }), next), plausibleShot(next), next);
  const data = Uint8Array.from({ length: width * height * 4 }, (_, at) => (at % 4 === 3 ? 255 : (light[at >> 2] ?? 0)));
  return makeScanPdf([{ data: new Uint8ClampedArray(data), width, height }], { width: 800, height: 600 });
}

const compare = (place: Page | Locator) =>
  place.getByRole('button', { name: 'Compare the passport with the answers', exact: true });

test('a photo of a passport is read on the device: what differs is said beside its picture, and is a finding of the review', async () => {
  const page = await filled.openAt(4, PHONE);
  await attachRequired(page);
  await attach(page, 'passport', { name: 'IMG_2041.pdf', bytes: await photoPdf(7) });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url(), request.postData() ?? ''));
  await compare(page).click();
  await page.getByRole('status').filter({ hasText: 'the passport says 12 May 1999' }).waitFor();
  await page.getByRole('img', { name: 'Machine-readable zone of the passport' }).waitFor();
  await page.getByText('Family name in the passport: TESTER').waitFor();
  await button(page, 'Submit Application').click();
  const advice = page.getByRole('region', { name: 'Before you send' });
  const finding = advice.getByRole('listitem').filter({ hasText: 'the passport says 12 May 1999' });
  await finding.getByRole('img', { name: 'Machine-readable zone of the passport' }).waitFor();
  await finding.getByText('This is correct').click();
  await finding.waitFor({ state: 'detached' });
  const known = [...asked, filled.scene.product.log()].join('\n');
  for (const words of ['990512', '1999-05-12', '12 May 1999', 'ROBIN', 'passportDiffers'])
    expect(known).not.toContain(words);
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  for (const words of ['990512', '1999-05-12', '12 May 1999', 'ROBIN']) expect(kept).not.toContain(words);
});

test('what is empty is offered with its value, filled by one press, and emptied again by Undo', async () => {
  const page = await filled.openAt(4, PHONE);
  await attach(page, 'passport', { name: 'passport.pdf', bytes: await photoPdf(7) });
  for (const step of [3, 2, 1]) {
    await button(page, 'Previous').click();
    await page.locator(`form[data-step="${step}"]`).waitFor();
  }
  await page.locator('[name=passportNumber]').fill('');
  await page.locator('[name=dateOfBirth]').fill('');
  await compare(page).click();
  await page.getByText('The passport says:').waitFor();
  await page.getByRole('definition').filter({ hasText: '12 May 1999' }).waitFor();
  expect(await value(page, 'passportNumber')).toBe('');
  await button(page, 'Fill 2 answers').click();
  expect([await value(page, 'passportNumber'), await value(page, 'dateOfBirth')]).toEqual([
    MINIMAL.passportNumber,
    '1999-05-12',
  ]);
  await button(page, 'Undo filling 2 answers').click();
  expect([await value(page, 'passportNumber'), await value(page, 'dateOfBirth')]).toEqual(['', '']);
  await button(page, 'Fill 2 answers').click();
  for (const step of [2, 3, 4]) await goOn(page, step);
});

test('of a document without a zone the page says only that it could not be read', async () => {
  const page = await filled.openAt(4, PHONE);
  await attach(page, 'passport', { name: 'passport.pdf', bytes: await makeTextPdf() });
  await compare(page).click();
  await page
    .getByRole('status')
    .filter({ hasText: 'We could not read the machine-readable zone of this passport.' })
    .waitFor();
  expect(await page.getByText('The passport says').count()).toBe(0);
});

test('in a folder, a passport finds its student by its number, with any file name', async () => {
  const page = await filled.scene.open();
  await openCard(page, 'agent');
  await openCard(page, 'agent-student-form');
  await answer(page, 'firstName', 'Zoe');
  await saved(page);
  const writer = await openBarePage(page.context(), filled.scene.product.url);
  await seed(writer, { drafts: manyDrafts(3, Date.now(), 'agent') });
  await writer.close();
  await page.reload();
  // This browser was last on the form.
  await button(page, 'Back').click();
  await button(page, 'Attach documents from a folder').click();
  const dialog = page.getByRole('dialog', { name: 'Attach documents from a folder' });
  await expect.poll(() => dialog.getByRole('button', { name: 'Choose files' }).isEnabled()).toBe(true);
  await dialog.getByLabel('Documents', { exact: true }).setInputFiles([
    { name: 'IMG_2041.pdf', mimeType: 'application/pdf', buffer: await photoPdf(7, 'P0000001') },
    { name: 'IMG_2042.pdf', mimeType: 'application/pdf', buffer: await makeTextPdf() },
  ]);
  await dialog.getByText('2 files: 0 matched, 2 not matched', { exact: true }).waitFor();
  await button(page, 'Look for passports in 2 files without a student').click();
  const matched = dialog.getByRole('region', { name: 'Matched', exact: true }).getByRole('listitem');
  await matched.waitFor();
  expect(await matched.textContent()).toMatch(/IMG_2041\.pdf.*Current Passport/s);
  await dialog.getByText('2 files: 1 matched, 1 not matched', { exact: true }).waitFor();
});
