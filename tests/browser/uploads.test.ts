/** @module-tag slow */
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { makePdf, sha256 } from '../support/pdf.ts';
import { type Product, startProduct } from '../support/product.ts';
import { openPage, openProfile, type Profile } from './support/browser.ts';
import { keptUploadId } from './support/kept-here.ts';
import { reachStep } from './support/student.ts';
import { saved } from './support/wizard.ts';

const KB = 1024;
const MB = 1024 * KB;
/** So many bytes of a document are on the server, however slow that is, when what sends or takes them ends. */
const ARRIVED = 500 * KB;
const STOPPED = { kind: 'black-hole', afterBytes: ARRIVED + 100 * KB } as const;

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
  await page
    .locator(`input[type=file][name="${slot}"]`)
    .setInputFiles({ name, mimeType: 'application/pdf', buffer: file });
  return { slot, sum: sha256(file), size: file.length };
}

/** What the server has of a slot's document: where, and what the browser announced of it. */
function onServer(slot: string): { readonly file: string; readonly announced: string } | undefined {
  const ledger = new DatabaseSync(path.join(product.dataDir, 'ledger.sqlite'), { readOnly: true });
  const row = ledger.prepare('select id, announced_sha256 from uploads where slot = ?').get(slot);
  ledger.close();
  return (
    row && { file: path.join(product.dataDir, 'uploads', String(row.id)), announced: String(row.announced_sha256) }
  );
}

/** Waits until the server has so many bytes of a document, with more of them still to come, and the page has noted where. */
async function waitUntilUploading({ slot, size }: { slot: string; size: number }, bytes: number): Promise<void> {
  const arrived = async () => {
    const known = onServer(slot);
    return known
      ? await stat(known.file).then(
          ({ size: had }) => had,
          () => 0,
        )
      : 0;
  };
  await expect.poll(arrived, { timeout: 180_000, interval: 20 }).toBeGreaterThanOrEqual(bytes);
  await expect.poll(() => keptUploadId(page, slot), { timeout: 180_000 }).toBeDefined();
  expect(await arrived()).toBeLessThan(size);
}

/** Waits, with no hand on it, until the page says that a document has arrived, and looks whether it has. */
async function complete({ slot, sum }: Awaited<ReturnType<typeof attach>>) {
  const state = page.locator(`[data-document="${slot}"] [data-upload-state="uploaded"]`);
  await state.waitFor({ timeout: 180_000 });
  const known = onServer(slot);
  expect(known?.announced).toBe(sum);
  expect(sha256(await readFile(known?.file ?? ''))).toBe(sum);
}

/** From which byte on each request of a browser sends a document, from now on. */
function startsIn({ context }: Profile): readonly number[] {
  const starts: number[] = [];
  context.on('request', (request) => {
    if (request.method() === 'PATCH') starts.push(Number(request.headers()['upload-offset']));
  });
  return starts;
}

/** Nothing that the server had is sent again. */
function expectGoneOn(starts: readonly number[], from: number): void {
  expect(starts).not.toEqual([]);
  expect(Math.min(...starts)).toBeGreaterThanOrEqual(from);
}

describe('a document continues automatically, from the byte where it was', () => {
  test('when the server is killed and comes back', async () => {
    proxy.set(STOPPED);
    const document = await attach('academicQualifications', 4 * MB);
    await waitUntilUploading(document, ARRIVED);
    const starts = startsIn(profile);
    proxy.set({ kind: 'none' });
    await product.kill();
    await product.start();
    await complete(document);
    expectGoneOn(starts, ARRIVED);
  });

  test('when the browser is killed and opened again', async () => {
    proxy.set(STOPPED);
    const document = await attach('cv', 4 * MB);
    await waitUntilUploading(document, ARRIVED);
    proxy.set({ kind: 'none' });
    await profile.kill();
    profile = await openProfile(home);
    const starts = startsIn(profile);
    page = await openPage(profile.context, proxy.url);
    await complete(document);
    expectGoneOn(starts, ARRIVED);
  });
});
