/** @module-tag slow */
import { readFile } from 'node:fs/promises';
import { PDFDocument } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { studentDocuments } from '#domain/student/documents.ts';
import { blurred, noisy, sheet, written } from '../support/drawn-pages.ts';
import { sha256 } from '../support/pdf.ts';
import {
  makeFaxPdf,
  makeHugePdf,
  makeJbig2Pdf,
  makeJpxPdf,
  makePagelessPdf,
  makePortfolioPdf,
  makeScanPdf,
  makeStampedPdf,
  makeTextPdf,
  makeXfaPdf,
} from '../support/real-pdf.ts';
import { PHONE } from './support/browser.ts';
import { filledScene, openFilledIn } from './support/filled.ts';
import { keptFile } from './support/kept-here.ts';
import { dialogButton, openScan, pagesShown, scanDialog } from './support/scan.ts';
import type { WatchedPage } from './support/scene.ts';
import { attachRequired, button, uploaded } from './support/student.ts';
import { attach, confirmApplication } from './support/wizard.ts';

const filled = filledScene();
const openAt = () => filled.reopenAt(4, PHONE);
const slot = (page: WatchedPage, name: string) => page.locator(`[data-document="${name}"]`);
const LOCKED = 'This PDF has a password';
const locked = () => makeTextPdf({ security: { userPassword: 'open sesame', ownerPassword: 'owner' } });

const SUBMITTED = 'Application submitted successfully!';
const sentFile = (name: string) =>
  filled.scene.mocks
    .received({ service: 'file-workflow' })
    .flatMap(({ files }) => files ?? [])
    .find(({ filename }) => filename === name);

test('a document with a password is warned about, and the right one makes an unlocked copy, which the college gets and the page says (R5.16)', async () => {
  const page = await openAt();
  await attachRequired(page);
  await attach(page, 'cv', { name: 'locked.pdf', bytes: await locked() });
  const warning = slot(page, 'cv').getByRole('status').filter({ hasText: LOCKED });
  await warning.waitFor();
  expect(await warning.textContent()).toContain('The college cannot open this PDF.');
  await slot(page, 'cv').getByLabel('Password of this PDF').fill('Open Sesame');
  await button(page, 'Unlock this PDF').click();
  await slot(page, 'cv').getByText('This password does not open it.').waitFor();
  expect(await warning.getByRole('button', { name: 'Choose another file' }).isVisible()).toBe(true);
  await slot(page, 'cv').getByLabel('Password of this PDF').fill('open sesame');
  await page.keyboard.press('Enter');
  await slot(page, 'cv').getByText('This is an unlocked copy').waitFor();
  await page.getByRole('button', { name: 'First page of locked.pdf' }).waitFor();
  const copy = await keptFile(page, 'cv');
  const pdf = await PDFDocument.load(copy, { updateMetadata: false });
  expect([pdf.isEncrypted, pdf.getPageCount()]).toEqual([false, 1]);
  await page.reload();
  await slot(page, 'cv').getByText('This is an unlocked copy').waitFor();
  await uploaded(page, 5);
  await confirmApplication(page);
  await page.getByText(SUBMITTED).first().waitFor();
  expect(sentFile('locked.pdf')?.sha256).toBe(sha256(copy));
  expect(page.watched.troubles).toEqual([]);
});

/** A page in colours, as a good scanner and a good phone give it. */
const scan = () => written([250, 247, 240], [30, 32, 60]);
/** What a scanner adds to each pixel, which no compression removes. */
let grainy: ReturnType<typeof noisy>;
beforeAll(() => {
  grainy = noisy(scan(), 6);
});
/** The size of a card, so that the scan has 400 dpi. */
const CARD = { width: 153, height: 216 };
const LARGE = 'This scan is larger than it needs to be';

type Make = () => Promise<Buffer> | Buffer;

describe('a document is warned about', () => {
  // One page for all of them, each in the place of the one before it: no two after each other are warned about alike.
  let shared: WatchedPage;
  beforeAll(async () => {
    shared = await filled.openShared(4, PHONE);
  });
  afterAll(() => shared.context().close());

  const faults: readonly (readonly [string, string, Make])[] = [
    ['that has no end', 'The end of this file is missing', async () => (await makeTextPdf()).subarray(0, -300)],
    [
      'that shows only a page saying "Please wait"',
      "This PDF shows only 'Please wait'",
      () => makeXfaPdf('Please wait...'),
    ],
    ['that is a portfolio', 'This PDF is a cover with other files inside', makePortfolioPdf],
    [
      'that nothing can open',
      'We cannot open this PDF',
      async () => Buffer.from('%PDF-1.7\nnothing of a PDF\n%%EOF\n'),
    ],
    ['whose page is missing', 'We cannot show this document', makePagelessPdf],
    ['whose page is blank', 'This document is blank', () => makeScanPdf([sheet()])],
    ['whose picture has 81 megapixels', 'We cannot show this document', () => makeHugePdf(9000)],
    ['one of whose pages is blank', 'Page 2 is blank', () => makeScanPdf([scan(), sheet(), scan()])],
    ['that was scanned without colour', 'This document has no colour', () => makeScanPdf([written()])],
    ['that is blurred', 'This document is blurred', () => makeScanPdf([blurred(scan(), 3)])],
    ['whose text lies upside down', 'This document seems to be upside down', () => makeTextPdf({ rotate: 180 })],
    ['that is dark', 'This document is very dark', () => makeScanPdf([written([70, 64, 58], [12, 12, 12])])],
    ['that is tiny', 'This document is very small', () => makeTextPdf({ size: { width: 120, height: 90 } })],
  ];
  test.each(faults)('%s', async (_which, words, make) => {
    await attach(shared, 'cv', { name: 'looked-at.pdf', bytes: Buffer.from(await make()) });
    await slot(shared, 'cv').getByRole('status').filter({ hasText: words }).waitFor();
  });

  /** Attaches each to a slot, and to a later slot a document with a password: when that is seen, all are looked at. */
  async function attachEach(documents: Readonly<Record<string, Make>>, later: 'bankStatement' | 'sponsorDocuments') {
    const slots = studentDocuments.map((one) => one.slot).filter((name) => name !== 'passport');
    for (const [at, [kind, make]] of Object.entries(documents).entries()) {
      await attach(shared, slots[at] ?? '', { name: `${kind}.pdf`, bytes: await make() });
      await shared.getByRole('button', { name: `First page of ${kind}.pdf` }).waitFor();
    }
    await attach(shared, later, { name: `locked ${later}.pdf`, bytes: await locked() });
    await slot(shared, later).getByText(LOCKED).waitFor();
  }

  test('but not a good one, of each kind', async () => {
    const good = {
      'as a program writes it': makeTextPdf,
      'a letter with a stamp': makeStampedPdf,
      'only restricts printing': () => makeTextPdf({ security: { ownerPassword: 'owner' } }),
      'an XFA form with ordinary pages': () => makeXfaPdf('Application for a visa'),
      'both sides of sheets with empty backs': () => makeScanPdf([scan(), sheet(), scan(), sheet()]),
      'a photo in a dim room': () => makeScanPdf([blurred(written([120, 114, 102], [30, 28, 26]), 1)]),
    };
    await attachEach(good, 'bankStatement');
    const warned = shared.locator('[data-document]').filter({ has: button(shared, 'Use it anyway') });
    expect(await warned.evaluateAll((all) => all.map((one) => one.getAttribute('data-document')))).toEqual([
      'bankStatement',
    ]);
  });

  test('but a scan to which something was added is not offered smaller', async () => {
    const withAdded = (['signature field', 'text field', 'print'] as const).map(
      (added) => [added, () => makeScanPdf([grainy], CARD, added)] as const,
    );
    await attachEach(Object.fromEntries(withAdded), 'sponsorDocuments');
    expect(await shared.getByText(LARGE).count()).toBe(0);
  });
});

test('a document that is kept as it is has no warning until it is replaced, and is sent byte for byte', async () => {
  const page = await openAt();
  await attachRequired(page);
  const [bytes, large] = [await locked(), await makeScanPdf([grainy], CARD)];
  await attach(page, 'cv', { name: 'locked.pdf', bytes });
  await slot(page, 'cv').getByRole('button', { name: 'Use it anyway' }).click();
  await slot(page, 'cv').getByText(LOCKED).waitFor({ state: 'detached' });
  await attach(page, 'bankStatement', { name: 'scan.pdf', bytes: large });
  await slot(page, 'bankStatement').getByText(LARGE).waitFor();
  await uploaded(page, 6);
  await page.reload();
  await slot(page, 'bankStatement').getByText(LARGE).waitFor();
  expect(await slot(page, 'cv').getByText('locked.pdf').count()).toBe(1);
  expect(await slot(page, 'cv').getByText(LOCKED).count()).toBe(0);
  await slot(page, 'bankStatement').getByRole('button', { name: 'Make it smaller' }).click();
  await slot(page, 'bankStatement').getByRole('button', { name: 'Use the smaller one' }).waitFor();
  const keep = slot(page, 'bankStatement').getByRole('button', { name: 'Keep it as it is' });
  await keep.click();
  await keep.waitFor({ state: 'detached' });
  await attach(page, 'cv', { name: 'other.pdf', bytes: await makeTextPdf() });
  await slot(page, 'cv').getByRole('button', { name: 'First page of other.pdf' }).waitFor();
  await attach(page, 'cv', { name: 'locked again.pdf', bytes });
  await slot(page, 'cv').getByText(LOCKED).waitFor();
  await slot(page, 'cv').getByRole('button', { name: 'Use it anyway' }).click();
  await uploaded(page, 6);
  await confirmApplication(page);
  await page.getByText(SUBMITTED).first().waitFor();
  expect(sentFile('locked again.pdf')?.sha256).toBe(sha256(bytes));
  expect(sentFile('scan.pdf')?.sha256).toBe(sha256(large));
});

test('a look over which the page dies is not repeated when it is opened again, and the rest of it is there', async () => {
  const page = await filled.openAt(4, PHONE);
  const context = page.context();
  // The look begins, and waits for pdf.js.
  await context.route('**/pdf.min-*.mjs', () => undefined);
  await attach(page, 'cv', { name: 'heavy.pdf', bytes: await makeTextPdf() });
  await uploaded(page, 1);
  await page.waitForFunction(() => localStorage.getItem('looks-under-way') !== null);
  const died = page.waitForEvent('crash');
  const session = await context.newCDPSession(page);
  // It is not answered: the page is gone.
  session.send('Page.crash').catch(() => undefined);
  await died;
  const again = await openFilledIn(filled.scene, context);
  await slot(again, 'cv').getByRole('status').filter({ hasText: 'We could not check this document' }).waitFor();
  expect(await slot(again, 'cv').getByText('heavy.pdf').count()).toBe(1);
  expect(
    await slot(again, 'cv')
      .getByRole('button', { name: /^First page/ })
      .count(),
  ).toBe(0);
});

test('the first pages of a document are seen small in its slot, up to three of them on a press, also in JBIG2 and JPEG 2000', async () => {
  const page = await openAt();
  const pictureOf = (format: string) => slot(page, 'cv').getByRole('img', { name: `First page of ${format}.pdf` });
  for (const [format, make] of [
    ['JBIG2', makeJbig2Pdf],
    ['JPEG 2000', makeJpxPdf],
  ] as const) {
    await attach(page, 'cv', { name: `${format}.pdf`, bytes: await make() });
    await pictureOf(format).waitFor();
    const shades = await pictureOf(format).evaluate(async (image) => {
      if (!(image instanceof HTMLImageElement)) throw new Error('no picture');
      await image.decode();
      const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
      const context = canvas.getContext('2d');
      context?.drawImage(image, 0, 0);
      return [0.25, 0.75].map((y) => context?.getImageData(canvas.width / 2, canvas.height * y, 1, 1).data[0]);
    });
    expect(shades[0], format).toBeGreaterThan(240);
    expect(shades[1], format).toBeLessThan(40);
  }
  const headings = ['One', 'Two', 'Three', 'Four'];
  await attach(page, 'cv', { name: 'text.pdf', bytes: await makeTextPdf({ headings }) });
  expect(await pictureOf('text').evaluate(inkOf)).toBeGreaterThan(0);
  await slot(page, 'cv').getByRole('button', { name: 'First page of text.pdf' }).click();
  for (const number of [1, 2, 3])
    await slot(page, 'cv')
      .getByRole('img', { name: `Page ${number} of text.pdf` })
      .waitFor();
  expect(await slot(page, 'cv').getByRole('img', { name: /^Page/ }).count()).toBe(3);
});

test('a scan whose decoder does not come is not called blank, and is no empty page: it waits until it can be read', async () => {
  const page = await openAt();
  page.watched.expect(/Failed to load resource/);
  await page.route('**/*.wasm', (route) => route.abort());
  const fax = { name: 'fax.pdf', bytes: await makeFaxPdf() };
  await attach(page, 'cv', fax);
  // Documents are looked at in their order.
  await attach(page, 'bankStatement', { name: 'locked.pdf', bytes: await locked() });
  await slot(page, 'bankStatement').getByText(LOCKED).waitFor();
  for (const name of ['Use it anyway', /^First page/])
    expect(await slot(page, 'cv').getByRole('button', { name }).count()).toBe(0);
  await openScan(page, 'statementOfPurpose');
  const dialog = scanDialog(page);
  await dialog
    .getByLabel('Add a PDF', { exact: true })
    .first()
    .setInputFiles({ name: fax.name, mimeType: 'application/pdf', buffer: fax.bytes });
  await dialog.getByText('We cannot show this PDF now.', { exact: false }).waitFor();
  expect(await dialogButton(page, 'Use this PDF').isDisabled()).toBe(true);
  await page.unroute('**/*.wasm');
  await dialogButton(page, 'Try again fax.pdf').click();
  await pagesShown(page, 1);
});

test('a scan is made smaller only after the person has seen both, is sent as it was shown, and seen in review and receipt', async () => {
  const bytes = await makeScanPdf([grainy, grainy], CARD, 'recognized');
  const page = await openAt();
  await attachRequired(page);
  await attach(page, 'cv', { name: 'scan.pdf', bytes });
  await uploaded(page, 5);
  const place = slot(page, 'cv');
  await place.getByText(LARGE).waitFor();
  await place.getByRole('button', { name: 'Make it smaller' }).click();
  for (const number of [1, 2])
    for (const side of ['before', 'after']) {
      const picture = place.getByRole('img', { name: new RegExp(`^Page ${number} ${side}`) });
      await picture.waitFor();
      expect(await picture.evaluate(inkOf)).toBeGreaterThan(0);
    }
  // As sizes are written: powers of 1024, one decimal at most.
  const size = `${Number((bytes.length / 1_048_576).toFixed(1))} MB`;
  expect(await place.getByText(size).first().isVisible()).toBe(true);
  const use = place.getByRole('button', { name: 'Use the smaller one' });
  await use.click();
  // The button stays until the file has been exchanged; what is confirmed before that is the large one.
  await use.waitFor({ state: 'detached' });
  await place.getByText(LARGE).waitFor({ state: 'detached' });
  await uploaded(page, 5);
  await place.getByRole('button', { name: 'First page of scan.pdf' }).waitFor();

  const seenIn = (dialog: string) =>
    page.getByRole('dialog', { name: dialog }).getByRole('button', { name: 'First page of scan.pdf' });
  await button(page, 'Submit Application').click();
  await seenIn('Application Review').waitFor();
  await button(page, 'Confirm & Submit Application').click();
  await page.getByText(SUBMITTED).first().waitFor();
  await seenIn(SUBMITTED).waitFor();
  const sent = sentFile('scan.pdf');
  expect(sent?.size).toBeLessThan(bytes.length / 4);
  const receipt = page.getByRole('listitem').filter({ hasText: 'scan.pdf' });
  expect(await receipt.locator('code').textContent()).toBe(sent?.sha256);
  const downloading = page.waitForEvent('download');
  await button(page, 'Save receipt').click();
  const saved = await readFile(await (await downloading).path(), 'utf8');
  expect(saved).toContain('scan.pdf');
  expect(saved).not.toMatch(/<img|data:image|blob:/);
  // They are not printed, either.
  await page.emulateMedia({ media: 'print' });
  await seenIn(SUBMITTED).waitFor({ state: 'hidden' });
});

/** Runs in the page: how many pixels of a picture are dark. */
async function inkOf(picture: Element): Promise<number> {
  const image = picture as HTMLImageElement;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  const context = canvas.getContext('2d');
  context?.drawImage(image, 0, 0);
  const { data = [] } = context?.getImageData(0, 0, canvas.width, canvas.height) ?? {};
  let dark = 0;
  for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 255) < 128) dark += 1;
  return dark;
}
