import { cp } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { BrowserContext, Page } from 'playwright-core';
import type { Mocks } from '#mocks/server.ts';
import { applicationId, openAgentForm } from '../browser/support/agency.ts';
import { openPage } from '../browser/support/browser.ts';
import { documentRow, UPLOADED } from '../browser/support/old-release.ts';
import { answerStep, attach, confirmApplication, goOn, openCard, saved, stage } from '../browser/support/wizard.ts';
import { type BrowserStorage, readStorage } from './browser-storage.ts';
import type { Product } from './product.ts';
import { documentOf, nameOf, type Recorded, stepsOf, type Typed, type TypedDraft } from './release.ts';

export interface Visit {
  readonly context: BrowserContext;
  readonly typed: Typed;
  readonly mocks: Mocks;
  readonly product: Product;
  /** The folder for a copy of the server's data directory, made when the server is killed. */
  readonly serverCopy: string;
}

/**
 * One person's day with the form, until shortly after their server is killed. The browser then has every state that an
 * application can wait in. It ends at a draft of the agent variant.
 */
export async function visit(scene: Visit): Promise<Pick<Recorded, 'ids' | 'applicationId' | 'put'>> {
  const { context, typed, mocks, product } = scene;
  const [direct, ...ofAgent] = typed.drafts;
  if (direct === undefined) throw new Error('typed.json has no draft');
  const page = await openPage(context, product.url);

  await openCard(page, 'student-form');
  const finished = await fillWhole(page, typed, 'finished');
  await confirmApplication(page);
  await progress(page).getByText('Application submitted successfully!').first().waitFor();
  await progress(page).getByRole('button', { name: 'Close' }).last().click();
  await page.locator('main[data-view="home"]').waitFor();

  await fillShort(page, typed);
  const registered = await fillAgency(page, typed);
  await keepUnreadable(page, typed.unreadable);
  await page.reload();
  await page.getByText('One saved application could not be restored').first().waitFor();

  await openCard(page, 'student-form');
  await fillDraft(page, typed, direct);
  await startNew(page);
  mocks.setScenario({ service: 'student-workflow', scenario: 'failing' });
  const waiting = await fillWhole(page, typed, 'waiting');
  await confirmApplication(page);
  await button(page, 'Close and Retry').click({ timeout: 60_000 });
  await startNew(page);
  const confirmed = await fillWhole(page, typed, 'confirmed');
  await goHome(page);

  await openAgentForm(page, 'agent-student-form');
  for (const [at, draft] of ofAgent.entries()) {
    if (at > 0) await startNew(page);
    await fillDraft(page, typed, draft);
  }

  const other = await openPage(context, product.url);
  await goHome(other);
  await openCard(other, 'student-form');
  await startNew(other);
  mocks.setScenario({ service: 'offers', scenario: 'hangs' });
  const underWay = await fillWhole(other, typed, 'underWay');
  await confirmApplication(other);
  await stage(other, 'cricos-submission', 'in-progress').waitFor();
  await until(() => mocks.received({ service: 'offers', idempotencyKey: underWay }).length > 0);
  await until(async () => !(await readStorage(other)).databases.some(hasConfirmed));
  await other.close();

  await open(page, nameOf(typed.sent.confirmed));
  await product.kill();
  await copyData(product.dataDir, scene.serverCopy);
  const putting = page.waitForRequest((request) => request.method() === 'PUT');
  await confirmApplication(page);
  await progress(page).getByText('Saved. We will send it when you are online.', { exact: true }).waitFor();
  await button(page, 'Close and Retry').click();

  await attachWithoutServer(page, direct);
  await open(page, ofAgent[0]?.listed ?? '');
  await typeAgain(page, 'contactGivenName');
  await page.close();
  const request = await putting;
  const put = { path: new URL(request.url()).pathname, body: request.postDataJSON() };
  return { ids: { finished, waiting, underWay, confirmed }, applicationId: registered, put };
}

/**
 * Copies a server's data directory with its ledger in one file: the files next to it would take ten times the space.
 */
async function copyData(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true });
  const ledger = new DatabaseSync(path.join(to, 'ledger.sqlite'));
  ledger.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  ledger.close();
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const progress = (page: Page) => page.getByRole('dialog', { name: /^(Submission progress|Application submitted)/ });
const idOf = async (page: Page) => (await page.locator('main').getAttribute('data-draft')) ?? '';
const atStep = (page: Page, step: number) => page.locator(`form[data-step="${step}"]`).waitFor();

/** Waits for another draft to be on the screen. */
const another = (page: Page, id: string) => page.locator(`main[data-draft]:not([data-draft="${id}"]) form`).waitFor();

const hasConfirmed = ({ stores }: BrowserStorage['databases'][number]) =>
  stores.some(({ name, rows }) => name === 'outbox' && rows.some(({ value }) => Object(value).values));

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 30_000; !(await isSo()); await new Promise((resolve) => setTimeout(resolve, 20)))
    if (Date.now() > deadline) throw new Error('timeout: the expected state did not occur');
}

async function startNew(page: Page): Promise<void> {
  const before = await idOf(page);
  await button(page, 'New application').click();
  await another(page, before);
  await atStep(page, 1);
}

async function open(page: Page, listed: string): Promise<void> {
  const before = await idOf(page);
  await page.getByRole('button', { name: `Open ${listed}`, exact: true }).click();
  await another(page, before);
}

/** Types the same text again, so that the draft is the last changed one. */
async function typeAgain(page: Page, field: string): Promise<void> {
  const control = page.locator(`[name="${field}"]`);
  const value = await control.inputValue();
  await control.fill('');
  await saved(page);
  await control.pressSequentially(value);
  await saved(page);
}

async function goHome(page: Page): Promise<void> {
  const view = () => page.locator('main').getAttribute('data-view');
  for (let at = await view(); at !== 'home'; at = await view()) {
    await page.getByRole('button', { name: /^Back( to home)?$/ }).click();
    await page.locator(`main:not([data-view="${at}"])`).waitFor();
  }
}

async function fillSteps(page: Page, typed: Typed, draft: Pick<TypedDraft, 'ownSteps' | 'step' | 'variant'>) {
  for (const [at, answers] of stepsOf(typed, draft).entries()) {
    if (at > 0) await goOn(page, at + 1);
    if (at === 0 && draft.variant === 'agent') await chooseAgent(page, typed.agent.name);
    await answerStep(page, answers, Object.keys(answers));
  }
}

/** Fills an application of four steps with its documents, ready to be confirmed; returns its id. */
async function fillWhole(page: Page, typed: Typed, which: keyof Typed['sent']): Promise<string> {
  const own = typed.sent[which];
  await fillSteps(page, typed, { variant: 'direct', step: 4, ownSteps: [own] });
  for (const slot of typed.requiredDocuments) await upload(page, nameOf(own), slot);
  await saved(page);
  return idOf(page);
}

/** Fills a draft up to its step, and uploads the document that is to be uploaded. */
async function fillDraft(page: Page, typed: Typed, draft: TypedDraft): Promise<void> {
  await fillSteps(page, typed, draft);
  const { uploadedDocument, step, label } = draft;
  if (uploadedDocument !== undefined) {
    for (let at = step; at < 4; at += 1) await goOn(page, at + 1);
    await upload(page, draft.listed, uploadedDocument);
  }
  await saved(page);
  if (label === undefined) return;
  const row = page.locator('li[aria-current]');
  await row.getByRole('button', { name: /^More/ }).click();
  await row.getByRole('textbox').fill(label);
  await row.getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('button', { name: `Open ${label}`, exact: true }).waitFor();
}

/** Chooses a document at the draft's last step while no server answers; then returns to the draft's step. */
async function attachWithoutServer(page: Page, { listed, step, documentNotUploaded: slot = '' }: TypedDraft) {
  await open(page, listed);
  await atStep(page, 4);
  await attach(page, slot, documentOf(listed, slot));
  await documentRow(page, documentOf(listed, slot).name, /· Waiting for a connection$/).waitFor();
  for (let at = 3; at >= step; at -= 1) {
    await button(page, 'Previous').click();
    await atStep(page, at);
  }
  await saved(page);
}

async function fillShort(page: Page, { short }: Typed): Promise<void> {
  await button(page, 'Short application').click();
  await page.locator('main[data-view="short-form"] form').waitFor();
  await answerStep(page, short.answers, Object.keys(short.answers));
  await upload(page, short.listed, short.uploadedDocument);
  await saved(page);
  await goHome(page);
}

/** Fills half of a registration with its document; returns its Application ID. */
async function fillAgency(page: Page, { agency: { answers, uploadedDocument } }: Typed): Promise<string> {
  await openAgentForm(page, 'new-agent');
  await answerStep(page, answers, Object.keys(answers));
  await upload(page, String(answers.agencyName), uploadedDocument);
  await saved(page);
  const given = await applicationId(page);
  await goHome(page);
  return given;
}

async function upload(page: Page, whose: string, slot: string): Promise<void> {
  const file = documentOf(whose, slot);
  await attach(page, slot, file);
  await documentRow(page, file.name, UPLOADED).waitFor();
}

async function chooseAgent(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Agent' }).click();
  await page.getByRole('option', { name }).first().click();
}

/** Puts a state that no version of the page can read where the page keeps drafts; the next visit sets it aside. */
async function keepUnreadable(page: Page, state: object): Promise<void> {
  await page.evaluate(async (value) => {
    const opening = indexedDB.open('applications');
    await new Promise((done) => opening.addEventListener('success', done, { once: true }));
    const transaction = opening.result.transaction('drafts', 'readwrite');
    transaction.objectStore('drafts').put(value);
    await new Promise((done) => transaction.addEventListener('complete', done, { once: true }));
    opening.result.close();
  }, state);
}
