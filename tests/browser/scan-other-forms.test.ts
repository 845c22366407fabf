/** @module-tag slow */
import { describe, expect, test } from 'vitest';
import { makePdf, sha256 } from '../support/pdf.ts';
import { makePhoto } from '../support/photos.ts';
import { makeTextPdf } from '../support/real-pdf.ts';
import { SHORT_ANSWERS } from '../support/short-answers.ts';
import { fillAgency, openAgentForm } from './support/agency.ts';
import { excessWidth, graveFaults } from './support/axe.ts';
import { PHONE } from './support/browser.ts';
import { keptFile } from './support/kept-here.ts';
import { COMPUTER, closeRelay, openOnPhone, openRelay, relayDialog } from './support/relay.ts';
import { addPhotos, dialogButton, keptPageKeys, openScan, pagesShown, scanDialog } from './support/scan.ts';
import type { WatchedPage } from './support/scene.ts';
import { sceneOfFile } from './support/scene-of-file.ts';
import { answer, attach, saved } from './support/wizard.ts';

const scene = sceneOfFile();
const SMALLEST = { ...PHONE, viewport: { width: 320, height: 700 } };

interface OtherForm {
  readonly slot: string;
  readonly label: string;
  readonly flow: 'student-flow' | 'agent-flow';
  readonly open: (page: WatchedPage) => Promise<unknown>;
  readonly fill: (page: WatchedPage) => Promise<void>;
}
/** The forms beside the student's, each with one of its slots. */
const FORMS: readonly (readonly [string, OtherForm])[] = [
  [
    'short form',
    {
      slot: 'photo-id',
      label: 'Photo ID',
      flow: 'student-flow',
      async open(page) {
        await page.getByRole('button', { name: 'Short application' }).press('Enter');
        await page.locator('main[data-view="short-form"] form').waitFor();
      },
      async fill(page) {
        for (const [name, value] of Object.entries(SHORT_ANSWERS)) await answer(page, name, value);
      },
    },
  ],
  [
    'form of a new agency',
    {
      slot: 'agent-introduction',
      label: 'Agent Introduction',
      flow: 'agent-flow',
      open: (page) => openAgentForm(page, 'new-agent'),
      fill: (page) => fillAgency(page),
    },
  ],
];
const place = (page: WatchedPage, { slot }: OtherForm) => page.locator(`[data-document="${slot}"]`);
const photo = async (page: WatchedPage, name: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await makePhoto(page, { width: 450, height: 600, lines: [name, 'A line'] }),
});

describe.each(FORMS)('in the %s', (_which, form) => {
  test('a PDF of photos over its 10 MB is refused and keeps its pages, over a reload; a smaller one is what the outside receives', async () => {
    const page = await scene.reopen(PHONE);
    await form.open(page);
    await form.fill(page);
    await openScan(page, form.slot);
    await addPhotos(page, [await photo(page, 'front.jpg'), await photo(page, 'back.jpg')], 2);
    // Files claim to be larger than they are, until the reload.
    await page.evaluate(() =>
      Object.defineProperty(File.prototype, 'size', {
        get() {
          return 11 * 1024 * 1024;
        },
      }),
    );
    await dialogButton(page, 'Use this PDF').click();
    await scanDialog(page).getByText('We could not use the PDF').waitFor();
    expect(await scanDialog(page).textContent()).toContain('File is larger than 10485760 bytes');
    await pagesShown(page, 2);
    await saved(page);
    await page.reload();
    await place(page, form).getByRole('button', { name: 'Continue with 2 pages' }).click();
    await pagesShown(page, 2);
    await dialogButton(page, 'Use this PDF').click();
    await scanDialog(page).waitFor({ state: 'detached' });
    await place(page, form).getByText(`${form.label}.pdf`).first().waitFor();
    await place(page, form).getByText('Uploaded').waitFor();
    const shown = await keptFile(page, form.slot);
    expect(shown.subarray(0, 5).toString()).toBe('%PDF-');
    await page.getByRole('button', { name: 'Submit Application' }).click();
    await page.getByText('Application submitted successfully!').first().waitFor();
    const [call] = scene.mocks.received({ service: form.flow });
    expect(call?.files?.map((file) => file.sha256)).toEqual([sha256(shown)]);
    await page.getByRole('dialog').locator('footer').getByRole('button').last().click();
    // They were the way to the document, and go with the draft.
    await expect.poll(() => keptPageKeys(page)).toEqual([]);
    expect(page.watched.troubles).toEqual([]);
  });

  test('a document comes from the phone, whose page says which one it is for', async () => {
    const computer = await scene.reopen(COMPUTER);
    await form.open(computer);
    const phone = await openOnPhone(scene, await openRelay(computer, form.slot));
    await phone.getByRole('heading', { name: form.label }).waitFor();
    const pdf = makePdf({ mark: form.slot });
    await phone
      .locator(`input[name="${form.slot}"]`)
      .setInputFiles({ name: 'scan.pdf', mimeType: 'application/pdf', buffer: pdf });
    await phone.getByText('The document is in the form on your computer').waitFor();
    // The only slot of its form ends the link; other forms wait for more.
    if (form.slot !== 'agent-introduction') await closeRelay(computer);
    await relayDialog(computer).waitFor({ state: 'detached' });
    await place(computer, form).getByText('scan.pdf').first().waitFor();
    // The button that was pressed is gone.
    await expect.poll(() => place(computer, form).locator(':focus').count()).toBe(1);
    expect(sha256(await keptFile(computer, form.slot))).toBe(sha256(pdf));
    expect([computer.watched.troubles, phone.watched.troubles]).toEqual([[], []]);
  });

  test('a phone of 320 pixels has room for the ways to a document, its first page, and a warning, answered by the keyboard', async () => {
    const page = await scene.reopen(SMALLEST);
    await form.open(page);
    const make = place(page, form).getByRole('button', { name: 'Make a PDF from photos or PDFs' });
    await make.waitFor();
    // They follow the place for a file without a gap, as in the student's slots.
    const [area, ways] = [await place(page, form).locator('[data-drop-state]').boundingBox(), await make.boundingBox()];
    expect((ways?.y ?? 0) - (area?.y ?? 0) - (area?.height ?? 0)).toBeLessThanOrEqual(8);
    // A phone needs no other phone.
    expect(await place(page, form).getByRole('button', { name: 'Use your phone’s camera' }).count()).toBe(0);
    expect(await graveFaults(page)).toEqual([]);
    expect(await excessWidth(page)).toBe(0);
    await attach(page, form.slot, { name: 'letter.pdf', bytes: await makeTextPdf() });
    await place(page, form).getByRole('img', { name: 'First page of letter.pdf' }).waitFor();
    await place(page, form).getByRole('button', { name: 'Remove' }).click();
    const security = { userPassword: 'open sesame', ownerPassword: 'owner' };
    await attach(page, form.slot, { name: 'locked.pdf', bytes: await makeTextPdf({ security }) });
    const warning = place(page, form).getByText('This PDF has a password');
    await warning.waitFor();
    expect(await graveFaults(page)).toEqual([]);
    expect(await excessWidth(page)).toBe(0);
    await place(page, form).getByRole('button', { name: 'Use it anyway' }).press('Enter');
    await warning.waitFor({ state: 'detached' });
    // The pressed button is gone.
    await expect.poll(() => place(page, form).locator(':focus').count()).toBe(1);
    expect(page.watched.troubles).toEqual([]);
  });
});

test('a picture in the short form is not looked at, and nothing warns that it is no PDF', async () => {
  const page = await scene.reopen(PHONE);
  const [[, short] = []] = FORMS;
  if (!short) throw new Error('no short form');
  await short.open(page);
  await page.locator('input[name="photo-id"]').setInputFiles(await photo(page, 'licence.jpg'));
  await attach(page, 'residency-proof', { name: 'visa.pdf', bytes: await makeTextPdf() });
  await page.getByRole('img', { name: 'First page of visa.pdf' }).waitFor();
  expect(await place(page, short).getByRole('button', { name: 'Use it anyway' }).count()).toBe(0);
});
