/** @module-tag slow */
import { expect, test } from 'vitest';
import { makePdf, sha256 } from '../support/pdf.ts';
import { PHONE } from './support/browser.ts';
import { filledScene } from './support/filled.ts';
import { goldenOffer, goldenWorkflow } from './support/golden.ts';
import { dialogAction, handoverDialog, makeLink, openOnDevice } from './support/handover.ts';
import type { WatchedPage } from './support/scene.ts';
import { draftId, REQUIRED_DOCUMENTS, uploaded } from './support/student.ts';
import { attach, confirmApplication } from './support/wizard.ts';

const filled = filledScene();
const pdfs = new Map(REQUIRED_DOCUMENTS.map((slot) => [slot, makePdf({ mark: `planted ${slot}` })]));
const goOn = (page: WatchedPage) =>
  page.getByRole('button', { name: 'Continue with the application', exact: true }).click();
const attachAll = async (page: WatchedPage) => {
  for (const [slot, bytes] of pdfs) await attach(page, slot, { name: `${slot}.pdf`, bytes });
  await uploaded(page, pdfs.size);
};
const notice = (page: WatchedPage, words: string) => page.getByText(words, { exact: true });

test('an application continues on the other device with its documents, is sent from there once, and the first keeps a copy that is marked', async () => {
  const first = await filled.reopenAt(4, PHONE);
  await attachAll(first);
  const firstId = await draftId(first);
  const link = await makeLink(first);
  await notice(first, 'You made a link for another device').waitFor({ state: 'attached' });
  const second = await openOnDevice(filled.scene, link);
  await second.getByText('The application is on this device').waitFor();
  // The key is in the address and in the history no more.
  expect(new URL(second.url()).hash).toBe('');
  await handoverDialog(first).getByText('Continued on another device').waitFor();
  await goOn(second);
  await second.locator('form[data-step="4"]').waitFor();
  const secondId = await draftId(second);
  expect(secondId).not.toBe(firstId);
  await uploaded(second, pdfs.size);
  await confirmApplication(second);
  await second.getByText('Application submitted successfully!').first().waitFor();
  const { mocks } = filled.scene;
  expect(mocks.offers().map(({ offer }) => offer)).toEqual([goldenOffer('minimal')]);
  expect(mocks.received({ service: 'student-workflow' }).map(({ body }) => body)).toEqual([
    goldenWorkflow('minimal', secondId),
  ]);
  const mails = mocks.received({ service: 'file-workflow' });
  expect(mails).toHaveLength(1);
  expect(mails[0]?.files?.map((file) => file.sha256).toSorted()).toEqual([...pdfs.values()].map(sha256).toSorted());
  // The first device after a reload: its copy can be read, and nothing of it can be sent.
  await first.reload();
  await notice(first, 'Continued on another device').first().waitFor();
  expect(await first.getByRole('button', { name: 'Submit Application', exact: true }).isDisabled()).toBe(true);
  expect(await first.locator('form input[name]:enabled').count()).toBe(0);
  expect([first.watched.troubles, second.watched.troubles]).toEqual([[], []]);
});

test('to continue here after all takes two steps, and says that both copies could be sent', async () => {
  const first = await filled.reopenAt(4, PHONE);
  const second = await openOnDevice(filled.scene, await makeLink(first));
  await second.getByText('The application is on this device').waitFor();
  await handoverDialog(first).getByText('Continued on another device').waitFor();
  await dialogAction(first, 'Close').last().click();
  await first.getByRole('button', { name: 'Continue here instead', exact: true }).click();
  await first.getByText('Then you have two copies.', { exact: false }).waitFor();
  expect(await first.locator('form input[name]:enabled').count()).toBe(0);
  await first.getByRole('button', { name: 'Continue here, and send only one', exact: true }).click();
  await first.locator('form input[name]:enabled').first().waitFor({ state: 'attached' });
  expect(await notice(first, 'Continued on another device').count()).toBe(0);
});

test('neither key nor link nor an answer comes into what the server is asked, or into its log', async () => {
  const first = await filled.reopenAt(4, PHONE);
  const asked: string[] = [];
  first.on('request', (request) => asked.push(`${request.url()} ${JSON.stringify(request.headers())}`));
  const link = await makeLink(first);
  const [, id = '', reader = '', key = ''] = /#device=([^.]+)\.([^.]+)\.([^.]+)$/.exec(link) ?? [];
  const second = await openOnDevice(filled.scene, link);
  second.on('request', (request) => asked.push(`${request.url()} ${request.postData() ?? ''}`));
  await second.getByText('The application is on this device').waitFor();
  expect([key.length, reader.length]).toEqual([43, 43]);
  expect(asked.some((one) => one.includes(id))).toBe(true);
  expect(asked.filter((one) => one.includes(key))).toEqual([]);
  for (const secret of [key, reader]) expect(filled.scene.product.log()).not.toContain(secret);
});
