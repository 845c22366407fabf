import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { openAgentForm } from '../browser/support/agency.ts';
import { DESKTOP, launchBrowser, openPage } from '../browser/support/browser.ts';
import { answer, answerStep, openCard, saved } from '../browser/support/wizard.ts';
import { leaveForBarePage, openBarePage, readStorage } from './browser-storage.ts';
import { startProduct } from './product.ts';
import { visit } from './record-visit.ts';
import { documentOf, readTyped, releaseFolder, startOutside, type Typed } from './release.ts';
import { uploadTo } from './tus-upload.ts';

/**
 * Uses a release as people do, and records what it leaves in browsers and in its server's data directory: `node
 * tests/support/record-release.ts <built checkout> <folder below tests/fixtures/releases>`. The folder must have
 * typed.json; CONTRIBUTING.md says how to make it.
 */
const [checkout, name] = process.argv.slice(2);
if (checkout === undefined || name === undefined)
  throw new Error('usage: <built checkout> <folder below tests/fixtures/releases>');
if (existsSync(path.join(releaseFolder(name), 'recorded.json'))) throw new Error(`${name} is recorded already`);

const typed = await readTyped(name);
const mocks = await startOutside(typed);
const product = await startProduct({ env: mocks.env, root: path.resolve(checkout) });
const browser = await launchBrowser();
try {
  await record(releaseFolder(name));
} finally {
  await browser.close();
  await product[Symbol.asyncDispose]();
  await mocks.close();
}

async function record(folder: string): Promise<void> {
  for (const made of ['browser', 'server']) await rm(path.join(folder, made), { recursive: true, force: true });
  await mkdir(path.join(folder, 'browser'));
  const write = (file: string, content: unknown) =>
    writeFile(path.join(folder, file), `${JSON.stringify(content, null, 2)}\n`);
  await write('browser/left-draft.json', await leave((page) => openCard(page, 'student-form'), typed.leftDraft));
  await write(
    'browser/left-registration.json',
    await leave((page) => openAgentForm(page, 'new-agent'), typed.leftRegistration),
  );
  const partUpload = await uploadInPart();
  const context = await newContext();
  const visited = await visit({
    context,
    typed,
    mocks,
    product,
    serverCopy: path.join(folder, 'server'),
  });
  await write('browser/visitor.json', await readStorage(await openBarePage(context, product.url)));
  const received = mocks
    .received()
    .flatMap(({ service, idempotencyKey: key, body }) => (typeof key !== 'string' ? [] : [{ service, key, body }]));
  await write('recorded.json', { at: new Date().toISOString(), ...visited, partUpload, received });
}

function newContext() {
  return browser.newContext({ ...DESKTOP, serviceWorkers: 'block' });
}

/** Leaves the page while the disk is full, so only the synchronous copy has the last answers. */
async function leave(open: (page: Page) => Promise<void>, { saved: first, afterwards }: Typed['leftDraft']) {
  const context = await newContext();
  const page = await openPage(context, product.url);
  await open(page);
  await answerStep(page, first, Object.keys(first));
  await saved(page);
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('No room.', 'QuotaExceededError');
    };
  });
  for (const [field, value] of Object.entries(afterwards)) await answer(page, field, value);
  await page.locator('[data-save-state=failed]').first().waitFor();
  await leaveForBarePage(page, product.url);
  const storage = await readStorage(page);
  await context.close();
  return storage;
}

/** Sends only the first bytes of an unclaimed upload. */
async function uploadInPart() {
  const { slot, sent: bytes } = typed.partUpload;
  const draftId = crypto.randomUUID();
  return { id: await uploadTo(product.url, { draftId, slot, file: documentOf('half', slot), bytes }), draftId };
}
