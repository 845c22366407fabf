import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { makePdf, sha256 } from '../support/pdf.ts';
import { type Product, startProduct } from '../support/product.ts';
import { openPage, openProfile, type Profile } from './support/browser.ts';
import { reachStep } from './support/student.ts';
import { saved } from './support/wizard.ts';

const KB = 1024;
const MB = 1024 * KB;
const SLOW = { kind: 'slow', bytesPerSecond: MB } as const;

let product: Product;
let proxy: FaultProxy;
let home: string;
let profile: Profile;
let page: Awaited<ReturnType<typeof openPage>>;

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'uploads-'));
  product = await startProduct();
  proxy = await startFaultProxy(product.url);
  profile = await openProfile(home);
  page = await openPage(profile.context, proxy.url);
  await reachStep(page, 4);
  await saved(page);
});
afterAll(async () => {
  await profile.kill();
  await proxy.close();
  await product[Symbol.asyncDispose]();
  await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

afterEach(() => proxy.set({ kind: 'none' }));

/** Attaches a document of so many bytes; its upload meets the link as it is now. */
async function attach(slot: string, bytes: number) {
  const file = makePdf({ mark: slot, bytes });
  const name = `${slot}.pdf`;
  // Connections that were opened before know nothing of the fault.
  proxy.drop();
  const passed = proxy.passed();
  await page
    .locator(`input[type=file][name="${slot}"]`)
    .setInputFiles({ name, mimeType: 'application/pdf', buffer: file });
  return { slot, sum: sha256(file), size: file.length, sent: () => proxy.passed() - passed };
}

/** What the server has of a slot's document: where, and what the browser announced of it. */
async function onServer(slot: string): Promise<{ readonly file: string; readonly announced: string } | undefined> {
  const directory = path.join(product.dataDir, 'uploads');
  for (const name of (await readdir(directory)).filter((one) => one.endsWith('.json'))) {
    const { id, metadata } = JSON.parse(await readFile(path.join(directory, name), 'utf8'));
    if (metadata.slot === slot) return { file: path.join(directory, id), announced: metadata.sha256 };
  }
  return undefined;
}

/** Waits until the server has so many bytes of a document, with more of them still to come. */
async function underWay({ slot, size }: { slot: string; size: number }, bytes: number): Promise<void> {
  const arrived = async () => {
    const known = await onServer(slot);
    return known ? (await stat(known.file)).size : 0;
  };
  await expect.poll(arrived, { timeout: 30_000, interval: 20 }).toBeGreaterThanOrEqual(bytes);
  expect(await arrived()).toBeLessThan(size);
}

/** Waits, with no hand on it, until the page says that a document has arrived, and looks whether it has. */
async function complete({ slot, sum, size, sent }: Awaited<ReturnType<typeof attach>>, atMostTwice: number) {
  const state = page.locator(`[data-document="${slot}"] [data-upload-state="uploaded"]`);
  await state.waitFor({ timeout: 90_000 });
  const known = await onServer(slot);
  expect(known?.announced).toBe(sum);
  expect(sha256(await readFile(known?.file ?? ''))).toBe(sum);
  // Requests' headers, and what else the page asked for meanwhile, are counted, too.
  expect(sent() - size).toBeLessThan(atMostTwice + 64 * KB);
}

describe('a document goes on by itself, from the byte where it was', () => {
  test('when its connection is cut again and again', async () => {
    proxy.set({ kind: 'cut', afterBytes: 600 * KB });
    const document = await attach('year12Evidence', 3 * MB);
    await complete(document, MB);
  });

  test('when its connection is dead and nobody says so', async () => {
    proxy.set({ kind: 'black-hole', afterBytes: 300 * KB });
    await page.clock.install();
    const document = await attach('passport', 2 * MB);
    await underWay(document, 200 * KB);
    proxy.set({ kind: 'none' });
    await page.clock.fastForward(19_000);
    await underWay(document, 200 * KB);
    await page.clock.fastForward(1_000);
    await complete(document, MB);
  });

  test('when the page is loaded again', async () => {
    proxy.set(SLOW);
    const document = await attach('englishTest', 4 * MB);
    await underWay(document, 600 * KB);
    await page.reload();
    await complete(document, MB);
  });

  test('when the server is killed and comes back', async () => {
    proxy.set(SLOW);
    const document = await attach('academicQualifications', 4 * MB);
    await underWay(document, 600 * KB);
    await product.kill();
    await product.start();
    await complete(document, MB);
  });

  test('when the browser is killed and opened again', async () => {
    proxy.set(SLOW);
    const document = await attach('cv', 4 * MB);
    await underWay(document, 600 * KB);
    await profile.kill();
    profile = await openProfile(home);
    page = await openPage(profile.context, proxy.url);
    await complete(document, MB);
  });
});
