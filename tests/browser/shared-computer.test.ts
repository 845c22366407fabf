/** @module-tag slow */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { needs } from '#tests/support/needs.ts';
import { openBarePage, readStorage } from '../support/browser-storage.ts';
import { makePdf } from '../support/pdf.ts';
import { graveFaults } from './support/axe.ts';
import { canKeepPages, DESKTOP, launchKeepingBrowser, openPage, openProfile, PHONE } from './support/browser.ts';
import { manyDrafts, seed } from './support/drafts-seed.ts';
import { makeLink } from './support/handover.ts';
import { keptOffline, unexpected, waiting } from './support/outbox.ts';
import { AGENT, type WatchedPage } from './support/scene.ts';
import { sceneOfFile } from './support/scene-of-file.ts';
import {
  beginSharing,
  beginUnsharing,
  changePassphrase,
  enterWrong,
  hang,
  lockByKey,
  lockedBy,
  lockScreen,
  PASSPHRASE,
  readable,
  readEverything,
  share,
  unlock,
} from './support/shared-computer.ts';
import { button, MINIMAL, REQUIRED_DOCUMENTS, value } from './support/student.ts';
import { waitLonger } from './support/wait-longer.ts';
import { answer, confirmApplication, openCard, openCardAgain, saved } from './support/wizard.ts';

const scene = sceneOfFile();

const PDF_WORDS = 'words-of-a-passport';
/** A student of whom nothing is missing, at the last step. */
const AMELIA = {
  ...manyDrafts(1, Date.now() - 60_000, 'agent')[0],
  id: crypto.randomUUID(),
  step: 4,
  completedSteps: [1, 2, 3, 4],
  answers: {
    ...{ ...MINIMAL, firstName: 'Amelia', familyName: 'Quillfeather', passportNumber: 'E7654321' },
    ...{ howDidYouHearAboutUs: 'Agent', selectedAgent: `${AGENT.name}|${AGENT.country}` },
  },
};
const RECEIPT = {
  id: crypto.randomUUID(),
  applicant: 'Ignatius Marlowe',
  variant: 'agent',
  documents: [],
  reference: 'R-1',
  at: Date.now(),
};
const KEPT_AGENCY = { selectedAgent: `${AGENT.name}|${AGENT.country}`, agentName: 'Mei Lindqvist', agentEmail: '' };
/** Texts that must be unreadable once it is locked. `Typed last` is still in the form alone when it is. */
const SECRETS = [
  'Zebulon',
  'Amelia',
  'Quillfeather',
  'E7654321',
  'Mei Lindqvist',
  'Ignatius Marlowe',
  'passport.pdf',
  PDF_WORDS,
  'Oluwaseun',
];

/** The agents' page with a student by hand, a whole one with documents, a kept agency and a receipt. */
async function openAgents(): Promise<WatchedPage> {
  const page = await scene.open();
  await openCard(page, 'agent');
  await openCard(page, 'agent-student-form');
  await answer(page, 'firstName', 'Zebulon');
  await saved(page);
  const writer = await openBarePage(page.context(), scene.product.url);
  await seed(writer, {
    drafts: [AMELIA],
    slots: REQUIRED_DOCUMENTS,
    content: makePdf({ mark: PDF_WORDS, bytes: 900 }),
  });
  await writer.evaluate(
    ([receipt, agency]) => {
      localStorage.setItem('sent-applications', JSON.stringify([receipt]));
      localStorage.setItem('kept-agency', JSON.stringify(agency));
    },
    [RECEIPT, KEPT_AGENCY] as const,
  );
  await writer.close();
  await page.reload();
  await button(page, 'Back').click();
  await button(page, 'Open Amelia Quillfeather').waitFor();
  return page;
}

const isOpen = (page: Page) => button(page, 'Lock now').first().waitFor();
const atLastStep = (page: Page) => page.locator('form[data-step="4"]').waitFor();

/** Runs in the page: nothing can be written until `makeRoom` is called. */
function fillDevice(): void {
  const { put } = IDBObjectStore.prototype;
  const { setItem } = Storage.prototype;
  const refuse = (): never => {
    throw new DOMException('The device is full.', 'QuotaExceededError');
  };
  IDBObjectStore.prototype.put = refuse;
  Storage.prototype.setItem = refuse;
  const makeRoom = () => {
    IDBObjectStore.prototype.put = put;
    Storage.prototype.setItem = setItem;
  };
  Object.assign(window, { makeRoom });
}

// In a browser: what lies on the disk, what a page leaves behind, and which tabs hear of it are the browser's business.
test('a shared computer: nothing can be read once it is locked, and everything is there again once it is unlocked', async () => {
  const page = await openAgents();
  const context = page.context();
  const before = (await readable(page, SECRETS)).map((found) => found.split(': ')[1]);
  // One of them comes later, from another device.
  expect(SECRETS.filter((secret) => !before.includes(secret))).toEqual(['Oluwaseun']);
  await share(page);

  // Locked by key in the middle of typing, over a dialog.
  await button(page, 'Open Amelia Quillfeather').click();
  await atLastStep(page);
  await answer(page, 'agentName', 'Typed last');
  // The switcher's scripts come after the form.
  await page.locator('[aria-keyshortcuts=F2]').waitFor();
  await page.keyboard.press('F2');
  await page.getByRole('dialog', { name: 'Your students' }).waitFor();
  await lockByKey(page);
  expect(await readable(page, [...SECRETS, 'Typed last'])).toEqual([]);
  expect(await graveFaults(page)).toEqual([]);

  await enterWrong(page, 'lamp river ochre');
  expect(await readable(page, [...SECRETS, 'Typed last'])).toEqual([]);
  await unlock(page);
  await atLastStep(page);
  await expect.poll(() => value(page, 'agentName')).toBe('Typed last');
  await page.getByText('passport.pdf').first().waitFor();

  // Another tab has the key from this one, however long that takes to answer, and locks both.
  const other = await openPage(context, scene.product.url, waitLonger);
  await isOpen(other);
  const lockOther = () => lockedBy(other, () => button(other, 'Lock now').first().click());
  await lockedBy(page, lockOther);
  await other.close();

  // A full device: nothing is locked before the person has seen whose changes would be lost.
  await unlock(page);
  await atLastStep(page);
  await page.evaluate(fillDevice);
  await answer(page, 'agentName', 'Kept nowhere');
  await page.keyboard.press('Shift+F2');
  const question = page.getByRole('alertdialog', { name: 'Some changes would be lost' });
  await question.getByText('Amelia Quillfeather').waitFor();
  await question.getByText('Do not lock yet').click();
  await page.evaluate(() => Reflect.get(window, 'makeRoom')());
  expect(await value(page, 'agentName')).toBe('Kept nowhere');

  // What was confirmed waits while it is locked, and is sent once.
  await page.route('**/api/**', (route) => route.abort());
  await confirmApplication(page);
  await expect.poll(() => waiting(page)).toEqual([AMELIA.id]);
  await lockByKey(page);
  await page.getByText('1 application is not sent yet').waitFor();
  await page.unroute('**/api/**');
  const received = () => scene.mocks.received({ service: 'agent-workflow' }).length;
  expect([received(), await readable(page, SECRETS)]).toEqual([0, []]);
  await page.close();

  // Closed is locked, also for the link of another device, which continues once it is unlocked.
  const phone = await scene.open(PHONE);
  await openCard(phone, 'student-form');
  await answer(phone, 'firstName', 'Oluwaseun');
  await saved(phone);
  const link = await makeLink(phone);
  const again = await context.newPage();
  await again.clock.install();
  await again.goto(link);
  await lockScreen(again).waitFor();
  await again.getByText('We will open your link when you enter the passphrase.').waitFor();
  await unlock(again);
  await again.getByText('The application is on this device').waitFor();
  await expect.poll(received, { timeout: 180_000 }).toBe(1);
  // The page locks after ten minutes by its clock. The steps above may have used some of them.
  await again.keyboard.press('Shift');
  await again.clock.fastForward('09:30');
  const lastMinute = again.getByText('This page locks in one minute.');
  await lastMinute.waitFor();
  await again.keyboard.press('Shift');
  await lastMinute.waitFor({ state: 'detached' });
  await lockedBy(again, () => again.clock.fastForward('10:01'));
  expect(await readable(again, SECRETS)).toEqual([]);

  // A person who has forgotten the passphrase erases everything, and begins again.
  await button(again, 'Erase everything on this device').click();
  // It can be counted without the key; the one that was sent may be among them still.
  await again.getByText(/^[23] applications$/).waitFor();
  await button(again, 'Continue to erase').click();
  await button(again, 'Erase everything now').click();
  await again.getByRole('alertdialog', { name: 'Everything was erased' }).getByText('Close', { exact: true }).click();
  await again.locator('main[data-view="home"]').waitFor();
  expect((await readStorage(again)).localStorage).not.toHaveProperty('shared-computer');
  expect(received()).toBe(1);
  expect(unexpected(page)).toEqual([]);
});

/** What this device keeps of drafts and documents, where it can be read. */
async function keptRecords(page: Page) {
  const kept = await page.evaluate(readEverything);
  return ['drafts', 'documents', 'files'].map((store) => kept[`applications/${store}`]);
}

const cover = (page: Page, name: string) => page.getByRole('alertdialog', { name });

// In a browser: the service worker answers while the server is away, and what a kill leaves is the disk's business.
test('a browser that is killed while it encrypts opens locked, without a connection too, and continues to the end', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'profile-'));
  const killed = await openProfile(directory);
  const first = await openPage(killed.context, scene.product.url);
  await keptOffline(first);
  await openCard(first, 'agent');
  await openCard(first, 'agent-student-form');
  await answer(first, 'firstName', 'Zebulon');
  await saved(first);
  await button(first, 'Back').click();
  const drafts = manyDrafts(30, Date.now() - 60_000, 'agent');
  await seed(first, { drafts, slots: ['passport'], content: makePdf({ mark: PDF_WORDS, bytes: 900 }) });
  await first.reload();
  await button(first, 'Open Zebulon').waitFor();
  const records = await keptRecords(first);
  const secrets = ['Zebulon', PDF_WORDS, ...drafts.map(({ answers }) => String(answers.passportNumber))];
  await hang(first, 'encrypt', 26);
  await beginSharing(first);
  await cover(first, 'We are locking everything')
    .getByText(/^Locking 20 of/)
    .waitFor();
  await killed.kill();
  await scene.product.stop();

  const { context, kill } = await openProfile(directory);
  const page = await openPage(context, scene.product.url);
  await lockScreen(page).waitFor();
  const left = await readable(page, secrets);
  expect(left.length).toBeGreaterThan(0);
  expect(left.length).toBeLessThan(secrets.length);
  await unlock(page);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('shared-computer'))).toContain('"state":"shared"');
  await openCardAgain(page, 'agent');
  await button(page, 'Open Zebulon').waitFor();
  await lockByKey(page);
  expect(await readable(page, secrets)).toEqual([]);

  // The old passphrase opens nothing once there is another.
  await unlock(page);
  await changePassphrase(page, 'kettle moss violin');
  await lockByKey(page);
  await enterWrong(page, PASSPHRASE);
  await unlock(page, 'kettle moss violin');
  // The list comes last and moves what is below it: a press in that moment would be no click.
  await button(page, 'Open Zebulon').waitFor();

  // No longer shared: if the tab that unseals is closed in the middle, another one continues.
  const other = await openPage(context, scene.product.url, waitLonger);
  await isOpen(other);
  await hang(page, 'decrypt', 26);
  await beginUnsharing(page, 'kettle moss violin');
  await cover(other, 'We are unlocking everything').waitFor();
  await page.close();
  await other.getByText('Do other people use this computer?').waitFor();
  expect(await keptRecords(other)).toEqual(records);
  await other.reload();
  await button(other, 'Open Zebulon').waitFor();
  expect(unexpected(other)).toEqual([]);
  await kill();
  await rm(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

/** Runs in the page: notes what it looks like when it comes back, once all that looks at the way back has looked. */
function noteWayBack(): void {
  Object.assign(window, { isKept: true });
  window.addEventListener('pageshow', ({ persisted }) => {
    const field = document.querySelector('[name=firstName]');
    const shown = field?.checkVisibility({ visibilityProperty: true }) ?? false;
    localStorage.setItem('way-back', `kept: ${persisted}, shown: ${shown}`);
  });
}

test(
  'a page that the browser has kept whole shows nothing if it was locked in between',
  needs(canKeepPages(), 'the Chromium without windows keeps no pages'),
  async () => {
    const browser = await launchKeepingBrowser();
    const context = await browser.newContext({ ...DESKTOP, serviceWorkers: 'block', reducedMotion: 'reduce' });
    context.setDefaultTimeout(60_000);
    // Chromium keeps no page that holds a lock, or is sent something; other engines may.
    await context.addInitScript(() => {
      Reflect.deleteProperty(Navigator.prototype, 'locks');
      Object.assign(BroadcastChannel.prototype, { postMessage() {} });
    });
    const page = await openPage(context, scene.product.url);
    page.watched.expect(/favicon/);
    await openCard(page, 'agent');
    await openCard(page, 'agent-student-form');
    await answer(page, 'firstName', 'Zebulon');
    await saved(page);
    await button(page, 'Back').click();
    await share(page);
    await button(page, 'Open Zebulon').click();
    await expect.poll(() => value(page, 'firstName')).toBe('Zebulon');
    await saved(page);
    await page.evaluate(noteWayBack);
    await page.goto(`${scene.product.url}/healthz`);
    const second = await openPage(context, scene.product.url);
    await unlock(second);
    await isOpen(second);
    await lockByKey(second);
    await page.goBack({ waitUntil: 'commit' });
    await expect.poll(() => page.evaluate(() => 'isKept' in window).catch(() => true)).toBe(false);
    await lockScreen(page).waitFor();
    expect(await page.evaluate(() => localStorage.getItem('way-back'))).toBe('kept: true, shown: false');
    expect(await readable(page, ['Zebulon'])).toEqual([]);

    // It was not locked in between.
    await unlock(page);
    await expect.poll(() => value(page, 'firstName')).toBe('Zebulon');
    await page.evaluate(noteWayBack);
    await page.goto(`${scene.product.url}/healthz`);
    await page.goBack({ waitUntil: 'commit' });
    await expect.poll(() => page.evaluate(() => localStorage.getItem('way-back'))).toBe('kept: true, shown: true');
    expect(page.watched.troubles).toEqual([]);
    await browser.close();
  },
);
