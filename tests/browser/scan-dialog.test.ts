/** @module-tag slow */
import { PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { describe, expect, test } from 'vitest';
import { makePdf, sha256 } from '../support/pdf.ts';
import { picturesIn } from '../support/pdf-pictures.ts';
import { makePhoto } from '../support/photos.ts';
import { makeScanPdf, makeTextPdf } from '../support/real-pdf.ts';
import { excessWidth, graveFaults } from './support/axe.ts';
import { DESKTOP, PHONE } from './support/browser.ts';
import { filledScene, openFilledIn } from './support/filled.ts';
import { keptFile, keptPages } from './support/kept-here.ts';
import {
  addPhotos,
  cropDialog,
  dialogButton,
  keptPageKeys,
  namesInOrder,
  openScan,
  type Photo,
  pageCards,
  pagesShown,
  scanDialog,
} from './support/scan.ts';
import type { WatchedPage } from './support/scene.ts';
import { REQUIRED_DOCUMENTS, toast, uploaded } from './support/student.ts';
import { attach, confirmApplication, saved } from './support/wizard.ts';

const filled = filledScene();

/** A quarter of the usual pixels, because no test here depends on their number. */
const SMALL = { width: 450, height: 600 };
async function photos(page: WatchedPage, names: readonly string[]): Promise<Photo[]> {
  const made: Photo[] = [];
  for (const name of names)
    made.push({
      name,
      mimeType: 'image/jpeg',
      buffer: await makePhoto(page, { ...SMALL, lines: [name, 'Second line'] }),
    });
  return made;
}
/** The dialog of the passport with these photos as pages, at the size of a phone. */
async function openWith(names: readonly string[], options = PHONE): Promise<WatchedPage> {
  const page = await filled.reopenAt(4, options);
  await openScan(page, 'passport');
  await addPhotos(page, await photos(page, names), names.length);
  return page;
}
const passport = (page: WatchedPage) => page.locator('[data-document=passport]');

describe('a PDF of photos on a phone', () => {
  test('is made in the dialog, is shown in its slot, and is exactly what the outside receives', async () => {
    const page = await openWith(['front.jpg', 'back.jpg']);
    await dialogButton(page, 'Use this PDF').click();
    await scanDialog(page).waitFor({ state: 'detached' });
    await passport(page).getByText('Current Passport.pdf').waitFor();
    for (const slot of REQUIRED_DOCUMENTS.filter((one) => one !== 'passport'))
      await attach(page, slot, { name: `${slot}.pdf`, bytes: makePdf({ mark: slot }) });
    await uploaded(page, REQUIRED_DOCUMENTS.length);
    const shown = await keptFile(page, 'passport');
    expect(shown.subarray(0, 5).toString()).toBe('%PDF-');
    await confirmApplication(page);
    await page.getByText('Application submitted successfully!').first().waitFor();
    const [mail] = filled.scene.mocks.received({ service: 'file-workflow' });
    expect(mail?.files).toHaveLength(4);
    expect(mail?.files?.map((file) => file.sha256)).toContain(sha256(shown));
    // They were the way to the document, and go with the draft.
    await expect.poll(() => keptPageKeys(page)).toEqual([]);
    expect(page.watched.troubles).toEqual([]);
  });

  test('is made of a photo that was chosen in place of a PDF, by one button; its pages can be changed later', async () => {
    const page = await filled.reopenAt(4, PHONE);
    const [front, back] = await photos(page, ['front.jpg', 'back.jpg']);
    await passport(page)
      .locator('input[type=file]')
      .setInputFiles(front ?? []);
    await toast(page).filter({ hasText: 'Only PDF files are supported' }).waitFor();
    await passport(page).getByRole('button', { name: 'Make a PDF of this photo' }).click();
    await pagesShown(page, 1);
    await addPhotos(page, back ? [back] : [], 2);
    await dialogButton(page, 'Use this PDF').click();
    await passport(page).getByText('Current Passport.pdf').waitFor();
    expect(await passport(page).getByRole('button', { name: 'Make a PDF of this photo' }).count()).toBe(0);
    await uploaded(page, 1);
    const made = await keptFile(page, 'passport');
    expect(made.subarray(0, 5).toString()).toBe('%PDF-');
    // The pages are still there, and what is made of them replaces it.
    await passport(page).getByRole('button', { name: 'Continue with 2 pages' }).click();
    await pagesShown(page, 2);
    await dialogButton(page, 'Remove page 2').click();
    await dialogButton(page, 'Use this PDF').click();
    await passport(page).getByRole('button', { name: 'Continue with 1 page', exact: true }).waitFor();
    await expect.poll(async () => sha256(await keptFile(page, 'passport'))).not.toBe(sha256(made));
  });
});

test('pages of PDFs are copied with their text and turned, beside photos (R5.17); a signature is said to be lost', async () => {
  const page = await openWith(['a.jpg']);
  const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/pdf', buffer });
  const scan = [{ data: new Uint8ClampedArray(400).fill(200), width: 10, height: 10 }];
  const two = await makeTextPdf({ headings: ['First', 'Second'], security: { ownerPassword: 'owner' } });
  await scanDialog(page)
    .getByLabel('Add a PDF', { exact: true })
    .first()
    .setInputFiles([
      file('two.pdf', two),
      file('signed.pdf', await makeScanPdf(scan, undefined, 'signature field')),
      file('form.pdf', await makeScanPdf(scan, undefined, 'text field')),
    ]);
  await pagesShown(page, 5);
  const warned = pageCards(page).filter({
    hasText: 'Its digital signature is not valid in the new PDF. To keep it, close this and attach the PDF itself.',
  });
  await expect.poll(() => warned.locator('[data-part=about]').allTextContents()).toEqual(['signed.pdf']);
  expect(await dialogButton(page, 'Use this PDF').isEnabled()).toBe(true);
  for (const number of [5, 4]) await dialogButton(page, `Remove page ${number}`).click();
  await expect.poll(() => namesInOrder(page)).toEqual(['a.jpg', 'two.pdf', 'two.pdf']);
  await dialogButton(page, /^Turn page 3/).click();
  await dialogButton(page, /^Move page 2 earlier/).click();
  await expect.poll(() => namesInOrder(page)).toEqual(['two.pdf', 'a.jpg', 'two.pdf']);
  await dialogButton(page, 'Use this PDF').click();
  await passport(page).getByText('Current Passport.pdf').waitFor();
  await uploaded(page, 1);
  const made = await keptFile(page, 'passport');
  const pdf = await PDFDocument.load(made, { updateMetadata: false });
  expect(pdf.getPages().map((one) => [Math.round(one.getWidth()), one.getRotation().angle])).toEqual([
    [595, 0],
    [595, 0],
    [595, 90],
  ]);
  const fonts = pdf
    .getPages()
    .map((one) => one.node.Resources()?.lookupMaybe(PDFName.of('Font'), PDFDict)?.keys().length ?? 0);
  expect(fonts.map((count) => count > 0)).toEqual([true, false, true]);
  expect(await picturesIn(made)).toHaveLength(1);
  expect(page.watched.troubles).toEqual([]);
});

test('a photo over which the page dies is left out when the dialog is opened again, and said', async () => {
  const page = await filled.openAt(4, PHONE);
  const context = page.context();
  // The reading begins, and waits for its script.
  let isHeld = true;
  await context.route('**/read-photo-*.js', (route) => (isHeld ? undefined : route.continue()));
  await openScan(page, 'passport');
  await scanDialog(page)
    .getByLabel('Add photos', { exact: true })
    .first()
    .setInputFiles(await photos(page, ['heavy.jpg']));
  await page.waitForFunction(() => localStorage.getItem('looks-under-way') !== null);
  const died = page.waitForEvent('crash');
  const session = await context.newCDPSession(page);
  // It is not answered: the page is gone.
  session.send('Page.crash').catch(() => undefined);
  await died;
  isHeld = false;
  const again = await openFilledIn(filled.scene, context);
  await openScan(again, 'passport');
  await scanDialog(again).getByText('The page closed while it read this photo.').waitFor();
  await addPhotos(again, await photos(again, ['light.jpg']), 1);
  await dialogButton(again, /^Try again/).click();
  await pagesShown(again, 2);
  expect(await namesInOrder(again)).toEqual(['heavy.jpg', 'light.jpg']);
});

test('pages are put in order by keyboard and finger, a removed one comes back, and a reload keeps them all', async () => {
  const page = await openWith(['a.jpg', 'b.jpg', 'c.jpg']);
  const inOrder = (what: string) => expect.poll(() => namesInOrder(page), { message: what });
  await dialogButton(page, /^Move page 3 of 3/).focus();
  await page.keyboard.press('Home');
  await inOrder('Home').toEqual(['c.jpg', 'a.jpg', 'b.jpg']);
  await scanDialog(page).getByText('Now page 1 of 3').waitFor();
  await page.keyboard.press('ArrowDown');
  await inOrder('ArrowDown').toEqual(['a.jpg', 'c.jpg', 'b.jpg']);
  expect(await page.evaluate(() => document.activeElement?.ariaLabel)).toMatch(/^Move page 2 of 3/);

  const middle = async (name: RegExp) => {
    const box = await dialogButton(page, name).boundingBox();
    return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
  };
  await dialogButton(page, /^Move page 2 of 3/).scrollIntoViewIfNeeded();
  const [from, to] = [await middle(/^Move page 2 of 3/), await middle(/^Move page 1 of 3/)];
  const finger = await page.context().newCDPSession(page);
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] });
  for (const part of [0.3, 0.6, 1])
    await finger.send('Input.dispatchTouchEvent', {
      type: 'touchMove',
      touchPoints: [{ x: from.x, y: from.y + (to.y - from.y) * part }],
    });
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await inOrder('a finger').toEqual(['c.jpg', 'a.jpg', 'b.jpg']);

  // The focus is never lost.
  await dialogButton(page, 'Remove page 1').press('Enter');
  await scanDialog(page).getByText('Removed page 1').first().waitFor();
  await inOrder('removed').toEqual(['a.jpg', 'b.jpg']);
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Undo');
  await page.keyboard.press('Enter');
  await inOrder('Undo').toEqual(['c.jpg', 'a.jpg', 'b.jpg']);
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H2');

  await dialogButton(page, 'Turn page 1').click();
  const kept = [
    { name: 'c.jpg', turns: 1 },
    { name: 'a.jpg', turns: 0 },
    { name: 'b.jpg', turns: 0 },
  ];
  await expect.poll(() => keptPages(page, 'passport')).toMatchObject(kept);
  expect(await keptPageKeys(page)).toHaveLength(4);
  await saved(page);
  await page.reload();
  await passport(page).getByRole('button', { name: 'Continue with 3 pages' }).click();
  await pagesShown(page, 3);
  await inOrder('a reload').toEqual(['c.jpg', 'a.jpg', 'b.jpg']);
});

test('pages are put in order by dragging with a mouse, and files can be dropped on the dialog', async () => {
  const page = await openWith(['a.jpg', 'b.jpg'], DESKTOP);
  const from = await dialogButton(page, /^Move page 2 of 2/).boundingBox();
  const to = await dialogButton(page, /^Move page 1 of 2/).boundingBox();
  if (!from || !to) throw new Error('nothing is shown');
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(to.x + 20, to.y + 20, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => namesInOrder(page)).toEqual(['b.jpg', 'a.jpg']);
  const [third] = await photos(page, ['c.jpg']);
  const dropped = await page.evaluateHandle(
    (bytes) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(bytes)], 'c.jpg', { type: 'image/jpeg' }));
      return data;
    },
    [...(third?.buffer ?? [])],
  );
  await pageCards(page).first().dispatchEvent('drop', { dataTransfer: dropped });
  await pagesShown(page, 3);
  await expect.poll(() => namesInOrder(page)).toEqual(['b.jpg', 'a.jpg', 'c.jpg']);
});

test('a page is cropped to its sheet and whitened when it is added, and Undo brings the whole picture back (R5.18); its corners can be moved', async () => {
  const page = await openWith(['a.jpg']);
  const shown = pageCards(page).first().locator('img');
  const topLeft = () =>
    shown.evaluate(async (image: HTMLImageElement) => {
      await image.decode();
      const canvas = new OffscreenCanvas(1, 1);
      const context = canvas.getContext('2d');
      context?.drawImage(image, 4, 4, 1, 1, 0, 0, 1, 1);
      return Math.min(...(context?.getImageData(0, 0, 1, 1).data ?? [0]));
    });
  await expect.poll(topLeft).toBeGreaterThan(225);
  await dialogButton(page, 'Undo the crop page 1').press('Enter');
  // The table on which the sheet lies.
  await expect.poll(topLeft).toBeLessThan(100);
  await scanDialog(page).getByText('Page 1 is the whole picture again').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Crop to the sheet page 1');
  await page.keyboard.press('Enter');
  await expect.poll(topLeft).toBeGreaterThan(225);

  // With keys and with a pointer.
  await dialogButton(page, 'Crop page 1').click();
  await dialogButton(page, 'Whole picture', cropDialog(page)).click();
  const corner = (name: string) => cropDialog(page).locator(`[data-corner="${name}"]`);
  await corner('Top left').focus();
  for (let press = 0; press < 2; press += 1) await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('ArrowDown');
  await expect
    .poll(() => corner('Top left').getAttribute('aria-label'))
    .toBe('Top left corner: 10% from the left, 1% from the top');
  const box = await corner('Bottom right').boundingBox();
  const picture = await cropDialog(page).locator('img').first().boundingBox();
  if (!box || !picture) throw new Error('nothing is shown');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(picture.x + picture.width * 0.8, picture.y + picture.height * 0.7);
  await page.mouse.up();
  await expect
    .poll(() => corner('Bottom right').getAttribute('aria-label'))
    .toBe('Bottom right corner: 80% from the left, 70% from the top');
  await dialogButton(page, 'Crop', cropDialog(page)).click();
  await cropDialog(page).waitFor({ state: 'detached' });
  await dialogButton(page, 'Crop page 1').click();
  await expect.poll(() => corner('Bottom right').getAttribute('aria-label')).toContain('80% from the left');
});

test('the dialog at 320 pixels keeps the focus, has no serious fault, and targets of 44 pixels', async () => {
  const page = await openWith(['a.jpg', 'b.jpg'], { ...PHONE, viewport: { width: 320, height: 640 } });
  const check = async (where: string) => {
    expect([where, await graveFaults(page, 'dialog[open]:last-of-type')]).toEqual([where, []]);
    expect([where, await excessWidth(page)]).toEqual([where, 0]);
    const small = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('dialog[open] button')].flatMap((one) => {
        const { width, height } = one.getBoundingClientRect();
        return !one.checkVisibility() || (width >= 44 && height >= 44) ? [] : [`${one.textContent} ${width}x${height}`];
      }),
    );
    expect([where, small]).toEqual([where, []]);
  };
  for (let press = 0; press < 20; press += 1) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('form') === null)).toBe(true);
  }
  await check('pages');
  await dialogButton(page, 'Crop page 1').click();
  await cropDialog(page).locator('figure img').waitFor();
  await check('crop');
});
