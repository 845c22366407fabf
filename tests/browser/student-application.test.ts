import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type LoopbackProxy, startLoopbackProxy } from '../support/loopback-proxy.ts';
import { makePdf, sha256 } from '../support/pdf.ts';
import { SLOW } from '../support/slow.ts';
import { STUDENT_STAGES } from '../support/student-stages.ts';
import { DESKTOP, MOVING, PHONE } from './support/browser.ts';
import { type Extent, goldenOffer, goldenWorkflow } from './support/golden.ts';
import { leftBehind, traces } from './support/left-behind.ts';
import { openScene, type Scene, type WatchedPage } from './support/scene.ts';
import { button, draftId, fillStep, MAXIMAL, MINIMAL, reachStep, uploaded } from './support/student.ts';
import { attach, confirmApplication, openCard, stage, type TypedAnswers } from './support/wizard.ts';

const file = (slot: string, name: string, bytes: number) => ({ slot, name, bytes: makePdf({ bytes, mark: slot }) });
const REQUIRED = [
  file('year12Evidence', 'Year 12 (certified copy).pdf', 700),
  file('passport', 'passport.pdf', 64 * 1024 + 1),
  file('englishTest', 'IELTS.PDF', 1_500_000),
  file('academicQualifications', '成绩单 Học bạ.pdf', 3_300_017),
];
const OPTIONAL = [
  file('cv', 'scan.pdf', 1024),
  file('statementOfPurpose', 'scan.pdf', 2048),
  file('financialDeclaration', "Dad's declaration.pdf", 4096),
  file('bankStatement', 'a,b;c=d.pdf', 100_000),
  file('sponsorDocuments', 'sponsor.pdf', 5 * 1024 * 1024),
];
/** What the file workflow is to get: two equal names are distinguished (R9.7). */
const sent = (files: readonly ReturnType<typeof file>[]) =>
  files.map(({ slot, name, bytes }) => ({
    slot,
    filename: slot === 'statementOfPurpose' ? 'scan-2.pdf' : name,
    size: bytes.length,
    sha256: sha256(bytes),
  }));

let scene: Scene;
/** The way to the records API, whose calls are held until they are due. */
let records: LoopbackProxy;
beforeAll(async () => {
  scene = await openScene({}, async ({ url, env }) => {
    records = await startLoopbackProxy(url);
    return { ...env, CRICOS_BASE_URL: String(env.CRICOS_BASE_URL).replace(url, records.url) };
  });
});
afterAll(async () => {
  await scene[Symbol.asyncDispose]();
  await records.close();
});

interface Case {
  readonly title: string;
  readonly tags: { readonly tags?: 'slow' };
  readonly extent: Extent;
  readonly answers: TypedAnswers;
  readonly files: readonly ReturnType<typeof file>[];
  readonly options: BrowserContextOptions;
}

const CASES: readonly Case[] = [
  {
    title: 'every question answered and nine documents, on a desktop',
    tags: {},
    ...{ extent: 'maximal', answers: MAXIMAL, files: [...REQUIRED, ...OPTIONAL], options: DESKTOP },
  },
  {
    title: 'the least answers and four documents, on a phone',
    tags: SLOW,
    ...{ extent: 'minimal', answers: MINIMAL, files: REQUIRED, options: PHONE },
  },
];

for (const { title, tags, extent, answers, files, options } of CASES)
  describe(`a direct application with ${title}`, tags, () => {
    let page: WatchedPage;
    let id: string;
    const due = Promise.withResolvers<void>();
    beforeAll(async () => {
      page = await scene.open({ ...options, ...MOVING });
      await reachStep(page, 4, answers);
      await fillStep(page, 4, answers);
      for (const one of files) await attach(page, one.slot, one);
      await uploaded(page, files.length);
      id = await draftId(page);
      records.decide(() => due.promise.then(() => 'pass'));
      await confirmApplication(page);
    });
    afterAll(() => scene.clear());
    const progress = () => page.getByRole('dialog', { name: /^(Submission progress|Application submitted)/ });

    test("while it is under way the submit button says 'Submitting...' and nothing can be closed", async () => {
      onTestFinished(() => due.resolve());
      await stage(page, 'cricos-validation', 'in-progress').waitFor();
      expect(await page.locator('form button', { hasText: 'Submitting...' }).isDisabled()).toBe(true);
      expect(await progress().getByRole('button').count()).toBe(0);
    });

    test('says that it was submitted, its reference, and that the page may be closed', async () => {
      await progress().getByText('Application submitted successfully!').first().waitFor();
      for (const name of STUDENT_STAGES) await stage(page, name, 'completed').waitFor();
      await progress().getByText('Your application was submitted. You may close this page.').waitFor();
      expect(await progress().textContent()).toContain(scene.mocks.offers()[0]?.offerId);
    });

    test('reaches the records API and the workflow exactly as it was typed', () => {
      const { mocks } = scene;
      expect(mocks.received({ service: 'validate' }).map(({ body }) => body)).toEqual([goldenOffer(extent)]);
      expect(mocks.offers().map(({ offer }) => offer)).toEqual([goldenOffer(extent)]);
      const workflow = mocks.received({ service: 'student-workflow' });
      expect(workflow.map(({ body }) => body)).toEqual([goldenWorkflow(extent, id)]);
    });

    test('reaches the mailbox with every document as it was attached', () => {
      const [mail, ...more] = scene.mocks.received({ service: 'file-workflow' });
      expect(more).toEqual([]);
      const { offerId } = scene.mocks.offers()[0] ?? {};
      expect(mail?.body).toEqual({ subject: 'Wei Zhang Material Upload', offerId, submissionId: id });
      expect(mail?.files).toEqual(sent(files));
    });

    test('every outside service was asked once, under the id of the application', () => {
      const services = ['offers', 'student-workflow', 'file-workflow'] as const;
      for (const service of services) expect(scene.mocks.effects(service).map(({ key }) => key)).toEqual([id]);
    });

    test('nothing of it is left in the browser but the receipt, and the form is empty again', async () => {
      await progress().getByRole('button', { name: 'Close' }).last().click();
      await page.locator('main[data-view="home"]').waitFor();
      const told = ['passportNumber', 'email', 'contactEmail', 'dateOfBirth', 'streetName'];
      const typed = told.map((name) => String(answers[name]));
      await expect.poll(() => traces(page, typed)).toEqual([]);
      const empty = { 'applications/drafts': '[]', 'applications/documents': '[]', 'applications/files': '[]' };
      expect(await leftBehind(page)).toMatchObject(empty);
      expect(await page.getByRole('region', { name: 'Your applications' }).count()).toBe(0);

      await openCard(page, 'student-form');
      await page.locator('form[data-step="1"]').waitFor();
      expect(await page.locator('[name=firstName]').inputValue()).toBe('');
    });

    test('the receipt can be opened from the landing page', async () => {
      await button(page, 'Back to home').click();
      await page
        .getByRole('region', { name: 'Submitted applications' })
        .getByRole('button', { name: 'Receipt' })
        .click();
      const receipt = page.getByRole('dialog', { name: 'Application receipt' });
      expect(await receipt.textContent()).toContain(scene.mocks.offers()[0]?.offerId);
    });

    test('no console message and no error on the way', () => expect(page.watched.troubles).toEqual([]));
  });
