import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { SLOW } from '#tests/support/slow.ts';
import { openBarePage } from '../support/browser-storage.ts';
import { makePdf } from '../support/pdf.ts';
import { AGENCY } from './support/agency.ts';
import { openPage } from './support/browser.ts';
import { insertAlways, staleTexts, translate } from './support/changed-by-others.ts';
import { manyDrafts, seed } from './support/drafts-seed.ts';
import { AGENT, type WatchedPage } from './support/scene.ts';
import { sceneOfFile } from './support/scene-of-file.ts';
import { attachRequired, button, fillStep, MINIMAL, REQUIRED_DOCUMENTS, uploaded } from './support/student.ts';
import { answer, attach, confirmApplication, goOn, openCard, saved } from './support/wizard.ts';

/**
 * Every way through the product on a page that a translator or a password manager changes all the time: nothing throws,
 * nothing goes stale, nothing typed is lost, and no name is translated (docs/decisions/0013-prerendered-page.md).
 */

const scene = sceneOfFile();

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

/** Who changes the page from the moment when its HTML is there, before React has it. */
type Changer = (context: BrowserContext) => Promise<unknown>;
const TRANSLATOR: Changer = (context) => context.addInitScript(translate, TRANSLATION);
const PASSWORD_MANAGER: Changer = (context) => context.addInitScript(insertAlways);
const CHANGERS = [
  ['a translator', TRANSLATOR, {}],
  ['a password manager', PASSWORD_MANAGER, SLOW],
] as const;

async function openChanged(change: Changer): Promise<WatchedPage> {
  const context = await scene.context();
  await change(context);
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

describe.each(CHANGERS)('under %s from the beginning', (_who, changer, options) => {
  test('a student applies', options, async () => {
    await applyAsStudent(await openChanged(changer));
  });
});

describe('from the beginning', () => {
  test('an agent submits a student from the desk under a translator', SLOW, async () => {
    const page = await openDesk(TRANSLATOR, 'Amelia');
    await submitFromDesk(page, 'Amelia');
    await isSubmitted(page, 'Amelia');
    await isAllRight(page);
    expect(sentTo('agent-workflow')).toMatchObject([{ FirstName: 'Amelia' }]);
  });
});
