/** @module-tag slow */
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sha256 } from '../support/pdf.ts';
import { documentOf, RELEASE_NAMES, type ReopenedRelease, reopenRelease, stepsOf } from '../support/release.ts';
import { applicationId, openAgentForm } from './support/agency.ts';
import { launchBrowser, type Watched } from './support/browser.ts';
import { answersOn, documentRow, openRecorded, UPLOADED } from './support/old-release.ts';
import { answerStep, attach, confirmApplication, goOn } from './support/wizard.ts';

const SUBMITTED = 'Application submitted successfully!';
const UNTIL_ARRIVED = { timeout: 120_000 };

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

describe.each(RELEASE_NAMES)('what a browser kept of release %s', (name) => {
  let release: ReopenedRelease;
  let page: Page & { watched: Watched };
  const open = async (profile: Parameters<typeof openRecorded>[2]) => {
    page = await openRecorded(browser, { ...release, name }, profile);
  };
  beforeEach(async () => {
    release = await reopenRelease(name);
  });
  afterEach(async () => {
    await page.context().close();
    await release[Symbol.asyncDispose]();
    expect(page.watched.troubles).toEqual([]);
  });

  test('opens at the last draft; each is listed, and opens at its step with every answer; what was sent has its receipt', async () => {
    await open('visitor');
    const { typed, mocks, recorded } = release;
    const last = typed.drafts.find(({ variant }) => variant === 'agent');
    await page.locator('main[data-view="agent-student-form"]').waitFor();
    await atStep(last?.step ?? 0);
    await page.locator('li[aria-current]', { hasText: last?.listed ?? '' }).waitFor();

    for (const draft of typed.drafts) {
      await openListed(draft.listed);
      await atStep(draft.step);
      for (const [at, answers] of [...stepsOf(typed, draft).entries()].reverse()) {
        await atStep(at + 1);
        await expect.poll(() => answersOn(page, Object.keys(answers)), { message: draft.listed }).toEqual(answers);
        if (at > 0) await button('Previous').click();
      }
      const agent = draft.variant === 'agent' ? `${typed.agent.name}|${typed.agent.country}` : 'no such field';
      expect(await answersOn(page, ['selectedAgent'])).toEqual({ selectedAgent: agent });
    }
    const { short } = typed;
    await openListed(short.listed);
    await page.locator('main[data-view="short-form"] form').waitFor();
    await expect.poll(() => answersOn(page, Object.keys(short.answers))).toEqual(short.answers);
    await documentRow(page, documentOf(short.listed, short.uploadedDocument).name, UPLOADED).waitFor();

    // What was confirmed without a connection is sent once, and what the server has is followed.
    const { finished, ...others } = recorded.ids;
    await goHome();
    const receipts = page.getByRole('region', { name: 'Submitted applications' });
    for (const { firstName, familyName } of Object.values(typed.sent))
      await receipts.getByText(`${firstName} ${familyName}`).first().waitFor(UNTIL_ARRIVED);
    await page.getByRole('region', { name: 'Confirmed applications' }).waitFor({ state: 'detached', ...UNTIL_ARRIVED });
    const keys = mocks.effects('student-workflow').map(({ key }) => key);
    expect(keys.toSorted()).toEqual(Object.values(others).toSorted());
    expect(keys).not.toContain(finished);
    for (const { firstName, familyName } of Object.values(typed.sent))
      await listed(`${firstName} ${familyName}`).waitFor({ state: 'detached', ...UNTIL_ARRIVED });
    for (const draft of [...typed.drafts, short]) expect(await listed(draft.listed).count()).toBe(1);

    // What could not be read is still set aside, and can be downloaded as it was.
    await page.getByText('One saved application could not be restored').first().waitFor();
    const downloading = page.waitForEvent('download');
    await button('Download a copy').first().click();
    const copy = await readFile(await (await downloading).path(), 'utf8');
    expect(JSON.parse(copy)).toMatchObject([{ value: typed.unreadable }]);
  });

  test('a draft has its documents, which are uploaded now and forwarded byte for byte; a registration registers once', async () => {
    await open('visitor');
    const { typed, mocks, recorded } = release;
    const [draft] = typed.drafts;
    if (draft === undefined) throw new Error('no draft was recorded');
    const { listed, step, uploadedDocument = '', documentNotUploaded = '' } = draft;
    await openListed(listed);
    for (let at = step; at < 4; at += 1) await goOn(page, at + 1);
    const kept = [uploadedDocument, documentNotUploaded];
    for (const slot of kept) await documentRow(page, documentOf(listed, slot).name, UPLOADED).waitFor();
    for (const slot of typed.requiredDocuments.filter((one) => !kept.includes(one))) {
      await attach(page, slot, documentOf(listed, slot));
      await documentRow(page, documentOf(listed, slot).name, UPLOADED).waitFor();
    }
    const last = typed.commonSteps[3] ?? {};
    await answerStep(page, last, Object.keys(last));
    const id = await page.locator('main').getAttribute('data-draft');
    await confirmApplication(page);
    await page.getByText(SUBMITTED).first().waitFor(UNTIL_ARRIVED);
    const [mail, ...more] = mocks.received({ service: 'file-workflow', idempotencyKey: id ?? '' });
    expect(more).toEqual([]);
    const sent = mail?.files?.map(({ filename, sha256: sum }) => [filename, sum]);
    const attached = typed.requiredDocuments.map((slot) => documentOf(listed, slot));
    expect(sent).toEqual(attached.map((file) => [file.name, sha256(file.bytes)]));

    // The registration of an agency has its answers, its Application ID and its document, too.
    await page.getByRole('dialog', { name: SUBMITTED }).getByText('Close', { exact: true }).click();
    await page.locator('main[data-view="home"]').waitFor();
    const { answers, rest } = typed.agency;
    await openAgentForm(page, 'new-agent');
    await expect.poll(() => answersOn(page, Object.keys(answers))).toEqual(answers);
    expect(await applicationId(page)).toBe(recorded.applicationId);
    const introduction = documentOf(String(answers.agencyName), typed.agency.uploadedDocument);
    await documentRow(page, introduction.name, UPLOADED).waitFor();
    await answerStep(page, rest, Object.keys(rest));
    await button('Submit Application').click();
    const modal = page.getByRole('dialog', { name: SUBMITTED });
    await modal.getByText(recorded.applicationId).waitFor(UNTIL_ARRIVED);
    expect(mocks.effects('agent-flow')).toHaveLength(1);
    const [call] = mocks.received({ service: 'agent-flow' });
    const { targetRecruitmentCountry, ...address } = rest;
    const named = { title: recorded.applicationId, targetRecruitmentCountryPrimary: targetRecruitmentCountry };
    expect(call?.body).toMatchObject({ ...answers, ...address, ...named });
    expect(call?.files?.map((file) => file.sha256)).toEqual([sha256(introduction.bytes)]);
  });

  test('what was typed last and kept only by the copy made on leaving is there, in an application and a registration', async () => {
    const { leftDraft, leftRegistration } = release.typed;
    await open('left-draft');
    await page.locator('main[data-view="student-form"] form[data-step="1"]').waitFor();
    const draft = { ...leftDraft.saved, ...leftDraft.afterwards };
    await expect.poll(() => answersOn(page, Object.keys(draft))).toEqual(draft);
    expect(page.watched.troubles).toEqual([]);
    await page.context().close();
    await open('left-registration');
    await page.locator('main[data-view="new-agent"]').waitFor();
    const registration = { ...leftRegistration.saved, ...leftRegistration.afterwards };
    await expect.poll(() => answersOn(page, Object.keys(registration))).toEqual(registration);
  });

  const button = (words: string) => page.getByRole('button', { name: words, exact: true });
  const listed = (draft: string) => page.getByRole('button', { name: `Open ${draft}`, exact: true });
  const atStep = (step: number) => page.locator(`form[data-step="${step}"]`).waitFor();
  async function openListed(draft: string): Promise<void> {
    await listed(draft).click();
    await page.locator('li[aria-current]', { hasText: draft }).waitFor();
  }
  async function goHome(): Promise<void> {
    const view = () => page.locator('main').getAttribute('data-view');
    for (let at = await view(); at !== 'home'; at = await view()) {
      await page.getByRole('button', { name: /^Back( to home)?$/ }).click();
      await page.locator(`main:not([data-view="${at}"])`).waitFor();
    }
  }
});
