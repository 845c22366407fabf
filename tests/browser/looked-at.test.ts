import { describe, expect, test } from 'vitest';
import { sha256 } from '../support/pdf.ts';
import { makeTextPdf } from '../support/real-pdf.ts';
import { PHONE } from './support/browser.ts';
import { filledScene } from './support/filled.ts';
import type { WatchedPage } from './support/scene.ts';
import { attachRequired, button, uploaded } from './support/student.ts';
import { attach, confirmApplication } from './support/wizard.ts';

const filled = filledScene();
const openAt = () => filled.openAt(4, PHONE);
const slot = (page: WatchedPage, name: string) => page.locator(`[data-document="${name}"]`);
const LOCKED = 'This PDF is protected by a password';
const locked = () => makeTextPdf({ security: { userPassword: 'open sesame', ownerPassword: 'owner' } });

describe('a document that asks for a password', () => {
  test('is warned about in its slot, with how to save it without', async () => {
    const page = await openAt();
    await attach(page, 'cv', { name: 'locked.pdf', bytes: await locked() });
    const warning = slot(page, 'cv').getByRole('status').filter({ hasText: LOCKED });
    await warning.waitFor();
    expect(await warning.textContent()).toContain("Print and then 'Save as PDF'");
    expect(await warning.getByRole('button', { name: 'Choose another file' }).isVisible()).toBe(true);
  });

  test('is sent byte for byte when it is used anyway', async () => {
    const page = await openAt();
    await attachRequired(page);
    const bytes = await locked();
    await attach(page, 'cv', { name: 'locked.pdf', bytes });
    await slot(page, 'cv').getByText(LOCKED).waitFor();
    await button(page, 'Use it anyway').click();
    await slot(page, 'cv').getByText(LOCKED).waitFor({ state: 'detached' });
    await uploaded(page, 5);
    await confirmApplication(page);
    await page.getByText('Application submitted successfully!').first().waitFor();
    const [mail] = filled.scene.mocks.received({ service: 'file-workflow' });
    expect(mail?.files?.find(({ filename }) => filename === 'locked.pdf')?.sha256).toBe(sha256(bytes));
  });
});

describe('the first pages of a document', () => {
  test('are seen small in its slot, and up to three of them on a press', async () => {
    const page = await openAt();
    await attach(page, 'cv', {
      name: 'cv.pdf',
      bytes: await makeTextPdf({ headings: ['One', 'Two', 'Three', 'Four'] }),
    });
    const opener = slot(page, 'cv').getByRole('button', { name: 'First page of cv.pdf' });
    await opener.waitFor();
    expect(await opener.getByRole('img').evaluate(inkOf)).toBeGreaterThan(0);
    await opener.click();
    for (const number of [1, 2, 3])
      await slot(page, 'cv')
        .getByRole('img', { name: `Page ${number} of cv.pdf` })
        .waitFor();
    expect(await slot(page, 'cv').getByRole('img', { name: /^Page/ }).count()).toBe(3);
  });
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
