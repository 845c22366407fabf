/** @module-tag slow */
import { describe, expect, test } from 'vitest';
import { makePdf, sha256 } from '../support/pdf.ts';
import { makePhoto } from '../support/photos.ts';
import { PHONE } from './support/browser.ts';
import { filledScene } from './support/filled.ts';
import { keptFile } from './support/kept-here.ts';
import { COMPUTER, closeRelay, openOnPhone, openRelay, relayDialog } from './support/relay.ts';
import { addPhotos, dialogButton, keptPageKeys, openScanOf } from './support/scan.ts';
import type { WatchedPage } from './support/scene.ts';
import { REQUIRED_DOCUMENTS, uploaded } from './support/student.ts';
import { attach, confirmApplication } from './support/wizard.ts';

const filled = filledScene();
const passport = (page: WatchedPage) => page.locator('[data-document=passport]');
const addPhoto = async (phone: WatchedPage, name: string) =>
  addPhotos(phone, [{ name, mimeType: 'image/jpeg', buffer: await makePhoto(phone, { lines: [name, 'A line'] }) }], 1);
const choose = (phone: WatchedPage, buffer: Buffer, name = 'scan.pdf') =>
  phone.locator('input[name=passport]').setInputFiles({ name, mimeType: 'application/pdf', buffer });

describe('a document from the phone', () => {
  test('is photographed there, appears in the slot at the computer, and is exactly what the outside receives', async () => {
    const computer = await filled.reopenAt(4, COMPUTER);
    const link = await openRelay(computer, 'passport');
    await relayDialog(computer).getByText('Waiting for your phone').waitFor();
    const phone = await openOnPhone(filled.scene, link);
    await relayDialog(computer).getByText('Your phone has opened the link').waitFor();
    // The key is in the address and in the history no more.
    expect(new URL(phone.url()).hash).toBe('');
    await openScanOf(phone);
    await addPhoto(phone, 'front.jpg');
    await dialogButton(phone, 'Use this PDF').click();
    await phone.getByText('The document is in the form on your computer').waitFor();
    await relayDialog(computer).getByRole('listitem').filter({ hasText: 'Current Passport' }).waitFor();
    await closeRelay(computer);
    await passport(computer).getByText('Current Passport.pdf').waitFor();
    // The button that was pressed is gone.
    expect(await passport(computer).locator(':focus').count()).toBe(1);
    for (const slot of REQUIRED_DOCUMENTS.filter((one) => one !== 'passport'))
      await attach(computer, slot, { name: `${slot}.pdf`, bytes: makePdf({ mark: slot }) });
    await uploaded(computer, REQUIRED_DOCUMENTS.length);
    const shown = await keptFile(computer, 'passport');
    expect(shown.subarray(0, 5).toString()).toBe('%PDF-');
    await confirmApplication(computer);
    await computer.getByText('Application submitted successfully!').first().waitFor();
    const [mail] = filled.scene.mocks.received({ service: 'file-workflow' });
    expect(mail?.files?.map((file) => file.sha256)).toContain(sha256(shown));
    // Nothing of it is left on the phone, and no application was begun there.
    expect(await keptPageKeys(phone)).toEqual([]);
    expect(await phone.locator('[data-draft-id]').count()).toBe(0);
    expect([computer.watched.troubles, phone.watched.troubles]).toEqual([[], []]);
  });
});

describe('what is shown', () => {
  test('is offered at a computer only, and only where a document is still to come', async () => {
    const phone = await filled.openAt(4, PHONE);
    expect(await passport(phone).getByRole('button', { name: 'Use your phone’s camera' }).count()).toBe(0);
    const computer = await filled.reopenAt(4, COMPUTER);
    await attach(computer, 'passport', { name: 'passport.pdf', bytes: makePdf({ mark: 'passport' }) });
    expect(await passport(computer).getByRole('button', { name: 'Use your phone’s camera' }).count()).toBe(0);
  });
});

test('neither key nor link comes into what the server is asked, into its log, or into what the phone keeps beyond the tab', async () => {
  const computer = await filled.reopenAt(4, COMPUTER);
  const asked: string[] = [];
  const link = await openRelay(computer, 'passport');
  const [, id = '', writer = '', key = ''] = /#phone=([^.]+)\.([^.]+)\.([^.]+)\./.exec(link) ?? [];
  const phone = await openOnPhone(filled.scene, link);
  phone.on('request', (request) => asked.push(`${request.url()} ${request.postData() ?? ''}`));
  await choose(phone, makePdf({ mark: 'planted content' }), 'planted name.pdf');
  await phone.getByText('The document is in the form on your computer').waitFor();
  expect([key.length, writer.length]).toEqual([43, 43]);
  expect(asked.some((one) => one.includes(id))).toBe(true);
  for (const secret of [key, 'planted']) {
    expect(asked.filter((one) => one.includes(secret))).toEqual([]);
    expect(filled.scene.product.log()).not.toContain(secret);
  }
  expect(filled.scene.product.log()).not.toContain(writer);
  // The tab has it for a reload, until the link has ended.
  expect(await phone.evaluate(() => JSON.stringify([{ ...localStorage }, history.state]))).not.toContain(key);
  await closeRelay(computer);
});
