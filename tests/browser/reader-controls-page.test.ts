import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openBarePage } from '../support/browser-storage.ts';
import { makePdf } from '../support/pdf.ts';
import { SHORT_ANSWERS } from '../support/short-answers.ts';
import { SLOW } from '../support/slow.ts';
import { AGENCY, attachIntroduction, fillAgency, openAgentForm } from './support/agency.ts';
import { openPage } from './support/browser.ts';
import { insertAlways, staleTexts, translate } from './support/changed-by-others.ts';
import { manyDrafts, seed } from './support/drafts-seed.ts';
import { handoverDialog, makeLink } from './support/handover.ts';
import { openLink } from './support/opened-link.ts';
import { AGENT, openScene, type Scene, type WatchedPage } from './support/scene.ts';
import {
  attachRequired,
  button,
  chooseAgent,
  fillStep,
  MINIMAL,
  REQUIRED_DOCUMENTS,
  uploaded,
} from './support/student.ts';
import { answer, answerStep, attach, confirmApplication, goOn, openCard, saved } from './support/wizard.ts';

/**
 * Every way through the product on a page that a translator or a password manager changes all the time: nothing throws,
 * nothing goes stale, nothing typed is lost, and no name is translated (docs/decisions/0013-prerendered-page.md).
 */

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterEach(() => scene.clear());
afterAll(() => scene[Symbol.asyncDispose]());

/** Texts on these pages that are no words: they must not be translated. */
const VERBATIM = [
  'Amelia',
  'Chidi',
  'Nguyen',
  'passport.pdf',
  AGENT.name,
  AGENCY.agencyName,
  'OFFER_',
  'AGT-',
  'P0000',
];
const TRANSLATION = { always: true, verbatim: VERBATIM };

/** Who changes the page: from the moment when its HTML is there, before React has it, or from now on. */
interface Changer {
  readonly from: (context: BrowserContext) => Promise<unknown>;
  readonly now: (page: Page) => Promise<unknown>;
}
const TRANSLATOR: Changer = {
  from: (context) => context.addInitScript(translate, TRANSLATION),
  now: (page) => page.evaluate(translate, TRANSLATION),
};
const PASSWORD_MANAGER: Changer = {
  from: (context) => context.addInitScript(insertAlways),
  now: (page) => page.evaluate(insertAlways),
};
const CHANGERS = [
  ['a translator', TRANSLATOR],
  ['a password manager', PASSWORD_MANAGER],
] as const;

async function openChanged({ from }: Changer): Promise<WatchedPage> {
  const context = await scene.context();
  await from(context);
  const page = await openPage(context, scene.product.url);
  await isAdopted(page);
  return page;
}
const isAdopted = (page: Page) => page.locator('html[data-adopted]').waitFor({ state: 'attached' });

async function isAllRight(...pages: readonly WatchedPage[]): Promise<void> {
  for (const page of pages) {
    await expect.poll(() => page.evaluate(staleTexts)).toEqual([]);
    expect(await page.getByText('This page has stopped working').count()).toBe(0);
    expect(page.watched.troubles).toEqual([]);
  }
}

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const hasSucceeded = (page: Page) =>
  page
    .getByRole('dialog', { name: /^(Submission progress|Application submitted)/ })
    .getByText('submitted successfully')
    .first()
    .waitFor();
const sentTo = (service: string) => scene.mocks.received({ service }).map(({ body }) => body);

/** A student application of Amelia Nguyen; a message, a spelling and a document change on the way. */
async function applyAsStudent(page: WatchedPage): Promise<void> {
  await openCard(page, 'student-form');
  await button(page, 'Next').click();
  const message = page.locator('#firstName-error');
  await message.getByText('Please enter your first name').waitFor();
  await answer(page, 'firstName', 'A');
  await page.locator('[name=familyName]').focus();
  await expect.poll(() => message.textContent()).toBe('First name must be at least 2 characters');
  await answer(page, 'familyName', 'Nguyễn');
  await answer(page, 'firstName', 'Amelia');
  await button(page, 'Use "Nguyen"').click();
  await button(page, 'Undo, back to "Nguyễn"').click();
  await button(page, 'Use "Nguyen"').click();
  await button(page, 'Undo, back to "Nguyễn"').waitFor();
  const { firstName: _first, familyName: _family, ...others } = MINIMAL;
  for (const step of [1, 2, 3]) {
    await fillStep(page, step, others);
    await goOn(page, step + 1);
  }
  await fillStep(page, 4, others);
  await attachRequired(page);
  await page.locator('[data-document=passport]').getByRole('button', { name: 'Remove' }).click();
  await uploaded(page, REQUIRED_DOCUMENTS.length - 1);
  await attach(page, 'passport', { name: 'passport.pdf', bytes: makePdf({ mark: 'again', bytes: 900 }) });
  await uploaded(page, REQUIRED_DOCUMENTS.length);
  await confirmApplication(page);
  await hasSucceeded(page);
  await isAllRight(page);
  expect(sentTo('student-workflow')).toMatchObject([{ FirstName: 'Amelia', LastName: 'Nguyen', Email: MINIMAL.email }]);
  expect(scene.mocks.offers()).toHaveLength(1);
}

/** The agents' desk, with these students of whom nothing is missing, and Zoe, who has only just begun. */
async function openDesk(changer: Changer, ...names: readonly string[]): Promise<WatchedPage> {
  const page = await openChanged(changer);
  await openCard(page, 'agent');
  await openCard(page, 'agent-student-form');
  await answer(page, 'firstName', 'Zoe');
  await saved(page);
  const drafts = manyDrafts(names.length, Date.now() - 3_600_000, 'agent').map((draft, index) => ({
    ...draft,
    step: 4,
    completedSteps: [1, 2, 3, 4],
    answers: {
      ...{ ...MINIMAL, howDidYouHearAboutUs: 'Agent', selectedAgent: `${AGENT.name}|${AGENT.country}` },
      ...{ firstName: names[index], familyName: 'Nguyen', passportNumber: `P000000${index}` },
    },
  }));
  const writer = await openBarePage(page.context(), scene.product.url);
  await seed(writer, { drafts, slots: REQUIRED_DOCUMENTS, content: makePdf({ mark: 'document', bytes: 900 }) });
  await writer.close();
  await page.reload();
  await isAdopted(page);
  await button(page, 'Back').click();
  return page;
}

async function submitFromDesk(page: Page, name: string): Promise<void> {
  await row(page, name).getByText('Nothing to do').waitFor();
  await row(page, name).getByRole('checkbox').check();
  await button(page, 'Review and submit 1').click();
  await button(page, 'Confirm & Submit Application').click();
  const summary = page.getByRole('dialog', { name: '1 of 1 confirmed' });
  await summary.getByRole('button', { name: 'Close' }).last().click();
}
const isSubmitted = (page: Page, name: string) => row(page, name).getByRole('button', { name: 'Receipt' }).waitFor();

describe('from the beginning', () => {
  test.each(CHANGERS)('a student applies under %s', async (_who, changer) => {
    await applyAsStudent(await openChanged(changer));
  });

  test('an agent submits a student from the desk under a translator', async () => {
    const page = await openDesk(TRANSLATOR, 'Amelia');
    await submitFromDesk(page, 'Amelia');
    await isSubmitted(page, 'Amelia');
    await isAllRight(page);
    expect(sentTo('agent-workflow')).toMatchObject([{ FirstName: 'Amelia' }]);
  });
});

test('what a password manager adds to a form is no answer, and is not kept', async () => {
  const page = await openChanged(PASSWORD_MANAGER);
  await openCard(page, 'student-form');
  await page.locator('form [name=manager-token]').waitFor({ state: 'attached' });
  await button(page, 'Next').click();
  await page.locator('#firstName-error').waitFor();
  await answer(page, 'firstName', 'Amelia');
  await page.locator('[name=familyName]').focus();
  await saved(page);
  const kept = JSON.stringify(await keptDrafts(page));
  expect(kept).toContain('Amelia');
  expect(kept).not.toContain('manager-token');
  await isAllRight(page);
});

const keptDrafts = (page: Page) =>
  page.evaluate(async () => {
    const opening = indexedDB.open('applications');
    await new Promise((resolve) => {
      opening.onsuccess = resolve;
    });
    const all = opening.result.transaction('drafts').objectStore('drafts').getAll();
    await new Promise((resolve) => {
      all.onsuccess = resolve;
    });
    opening.result.close();
    return all.result as unknown[];
  });

describe.each(CHANGERS)('under %s', SLOW, (_who, changer) => {
  test('a student applies on a page that is changed once it is there', async () => {
    const page = await scene.open();
    await isAdopted(page);
    await changer.now(page);
    await applyAsStudent(page);
  });

  test('an agent submits a student, sees what another tab submits, and switches to a third one', async () => {
    const page = await openDesk(changer, 'Amelia', 'Chidi');
    await submitFromDesk(page, 'Amelia');
    await isSubmitted(page, 'Amelia');
    const other = await openPage(page.context(), scene.product.url);
    await isAdopted(other);
    await submitFromDesk(other, 'Chidi');
    await isSubmitted(page, 'Chidi');
    await row(page, 'Zoe').getByRole('button', { name: 'Open' }).click();
    await expect.poll(() => page.locator('[name=firstName]').inputValue()).toBe('Zoe');
    await page.keyboard.press('F2');
    const students = page.getByRole('dialog', { name: 'Your students' });
    await students.getByRole('combobox', { name: 'Search students' }).fill('nobody');
    await students.getByText(/^0 of \d+ students$/).waitFor();
    await page.keyboard.press('Escape');
    await isAllRight(page, other);
    const names = sentTo('agent-workflow').map((body) => (body as { readonly FirstName: string }).FirstName);
    expect(names.sort()).toEqual(['Amelia', 'Chidi']);
  });

  test('an agent attaches documents from a folder', async () => {
    const page = await openDesk(changer, 'Amelia');
    await button(page, 'Attach documents from a folder').click();
    const dialog = page.getByRole('dialog', { name: 'Attach documents from a folder' });
    const files = ['P0000000 CV.pdf', 'P0000000_bank statement.pdf', 'scan.pdf'].map((name) => ({
      name,
      mimeType: 'application/pdf',
      buffer: makePdf({ mark: name }),
    }));
    await dialog.locator('input[type=file][multiple]:not([webkitdirectory])').setInputFiles(files);
    await dialog.getByText('3 files: 2 matched, 1 not matched').waitFor();
    await button(page, 'Attach 2 documents').click();
    await dialog.getByText(/^2 files added and uploading\. 1 file is not used/).waitFor();
    await isAllRight(page);
  });

  test('an agent adds students from a sheet, and then from another one', async () => {
    const page = await openChanged(changer);
    await openCard(page, 'agent');
    await button(page, 'Add students from a spreadsheet').click();
    const dialog = page.getByRole('dialog', { name: 'Add students from a spreadsheet' });
    const choose = (name: string, text: string) =>
      dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
    await choose('one.csv', 'firstName,familyName\r\nA,Nguyen\r\n');
    await dialog.getByText('0 ready, 1 needs a correction').waitFor();
    await choose('two.csv', 'firstName,familyName\r\nAmelia,Nguyen\r\nChidi,Nguyen\r\n');
    await dialog.getByText('2 ready, 0 need a correction').waitFor();
    await button(page, 'Add 2 students').click();
    await row(page, 'Amelia').waitFor();
    await row(page, 'Chidi').waitFor();
    await isAllRight(page);
  });

  test('an agency registers', async () => {
    const page = await openChanged(changer);
    await openAgentForm(page, 'new-agent');
    await button(page, 'Submit Application').click();
    await page.locator('#agencyName-error').waitFor();
    await fillAgency(page);
    await attachIntroduction(page);
    await button(page, 'Submit Application').click();
    await page.getByRole('dialog', { name: 'Application submitted successfully!' }).waitFor();
    await isAllRight(page);
    expect(sentTo('agent-flow')).toHaveLength(1);
    expect(JSON.stringify(sentTo('agent-flow'))).toContain(AGENCY.agencyName);
    expect(JSON.stringify(sentTo('agent-flow'))).not.toContain('manager-token');
  });

  test('a student sends a short application', async () => {
    const page = await openChanged(changer);
    const card = page.getByRole('button', { name: 'Short application' });
    await card.focus();
    await card.press('Enter');
    await page.locator('main[data-view="short-form"] form').waitFor();
    await button(page, 'Submit Application').click();
    await page.locator('#firstName-error').waitFor();
    await answerStep(page, SHORT_ANSWERS, Object.keys(SHORT_ANSWERS));
    await chooseAgent(page, `${AGENT.name}|${AGENT.country}`);
    await button(page, 'Submit Application').click();
    await hasSucceeded(page);
    await isAllRight(page);
    expect(JSON.stringify(sentTo('student-flow'))).toContain(SHORT_ANSWERS.email);
    expect(JSON.stringify(sentTo('student-flow'))).not.toContain('manager-token');
  });

  test('an application goes to another device', async () => {
    const first = await openChanged(changer);
    await openCard(first, 'student-form');
    await fillStep(first, 1, { ...MINIMAL, firstName: 'Amelia', familyName: 'Nguyen' });
    await goOn(first, 2);
    const link = await makeLink(first);
    const context = await scene.context();
    await changer.from(context);
    const second = await openLink(scene, link, 'from-device', context);
    await button(second, 'Continue with the application').click();
    await second.locator('form[data-step="2"]').waitFor();
    await button(second, 'Previous').click();
    await expect.poll(() => second.locator('[name=firstName]').inputValue()).toBe('Amelia');
    await handoverDialog(first).getByText('Continued on another device').waitFor();
    await isAllRight(first, second);
  });
});
