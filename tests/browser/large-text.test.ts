/** @module-tag slow */
import { expect, test } from 'vitest';
import { openBarePage } from '../support/browser-storage.ts';
import { startProduct } from '../support/product.ts';
import { makeTextPdf } from '../support/real-pdf.ts';
import { openPage, PHONE } from './support/browser.ts';
import { manyDrafts, seed } from './support/drafts-seed.ts';
import { filledScene } from './support/filled.ts';
import { AGENT, type WatchedPage } from './support/scene.ts';
import { attachRequired, button, MINIMAL } from './support/student.ts';
import { answer, attach, confirmApplication, openCard, saved, stage } from './support/wizard.ts';

const filled = filledScene();
/** Of the usual size of letters, as people set it on their phones (WCAG 1.4.4 asks for 200). */
const SIZES = [150, 200];

/** Runs in the page: what is out of sight at the side of the page or of an open dialog, with the elements behind it. */
async function outOfSight(percent: number): Promise<string[]> {
  document.documentElement.style.fontSize = `${percent}%`;
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const boxes = [document.documentElement, ...document.querySelectorAll('dialog[open]')];
  return boxes.flatMap((box) => {
    const excess = box.scrollWidth - box.clientWidth;
    if (excess <= 0) return [];
    const edge = box.getBoundingClientRect().left + box.clientWidth;
    const behind = [...box.querySelectorAll('*')].filter((one) => one.getBoundingClientRect().right > edge + 1);
    const names = behind.slice(-3).map((one) => `${one.tagName} '${(one.textContent ?? '').slice(0, 40)}'`);
    return [`${percent} %: ${box.tagName} ${excess} px too wide, last ${names.join(', ')}`];
  });
}

/** Looks at the page with large letters at each place; gives what is too wide, by the place. */
function looking() {
  const found: Record<string, string[]> = {};
  return {
    found,
    async look(page: WatchedPage, where: string) {
      for (const percent of SIZES) {
        const faults = await page.evaluate(outOfSight, percent);
        if (faults.length > 0) found[where] = [...(found[where] ?? []), ...faults];
      }
      await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
    },
  };
}
/** The second has a fault. */
const TWO_STUDENTS = (() => {
  const student = { ...MINIMAL, selectedAgent: AGENT.name, agreeToTerms: 'Yes', dateOfBirth: '23/04/2001' };
  const titles = Object.keys(student) as (keyof typeof student)[];
  const rows = [student, { ...student, passportNumber: 'P2', email: 'ana' }];
  return [titles.join(','), ...rows.map((row) => titles.map((title) => `"${row[title]}"`).join(','))].join('\r\n');
})();
const closeDialog = async (page: WatchedPage) => {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
};

test('with letters of 150 and 200 % a phone does not scroll sideways: the four steps, messages and dialogs (R2.40)', async () => {
  const { found, look } = looking();
  const page = await filled.openAt(4, PHONE);
  await answer(page, 'howDidYouHearAboutUs', 'Agent');
  await button(page, 'Submit Application').click();
  await page.getByText('1 answer and 4 documents need your attention').waitFor();
  await look(page, 'step 4 with messages');
  await answer(page, 'howDidYouHearAboutUs', 'Other');
  await attach(page, 'cv', {
    name: 'locked.pdf',
    bytes: await makeTextPdf({ security: { userPassword: 'open sesame', ownerPassword: 'owner' } }),
  });
  await page.getByLabel('Password of this PDF').waitFor();
  await look(page, 'step 4 with a locked document');
  await page
    .locator('[data-document=bankStatement]')
    .getByRole('button', { name: /^Make a PDF/ })
    .click();
  await page.getByRole('dialog').waitFor();
  await look(page, 'photos');
  await closeDialog(page);
  await button(page, 'Read the terms and conditions').click();
  await page.getByRole('dialog', { name: 'Enrolment terms and conditions' }).waitFor();
  await look(page, 'terms');
  await closeDialog(page);
  for (const step of [3, 2, 1]) {
    await button(page, 'Previous').click();
    await page.locator(`form[data-step="${step}"]`).waitFor();
    if (step === 3) {
      await answer(page, 'isEnglishMainLanguage', 'No');
      await answer(page, 'hasCompletedEnglishTest', 'English test');
      await answer(page, 'hasAchievedQualifications', 'Yes');
    }
    if (step === 2) await answer(page, 'hasPostalAddress', 'Yes');
    if (step === 1) await page.locator('[name=firstName]').fill('');
    await button(page, 'Next').click();
    await page.locator('[aria-invalid]').first().waitFor();
    await look(page, `step ${step} with messages`);
  }
  await page.getByText('Before you start: what you need').click();
  await look(page, 'before the start');
  expect(found).toEqual({});
});

test('the same in review, progress, validation errors, success and at home after it', async () => {
  const { found, look } = looking();
  filled.scene.mocks.setScenario({ service: 'validate', scenario: 'rejects-model-state', times: 1 });
  const page = await filled.openAt(4, PHONE);
  await attachRequired(page);
  await button(page, 'Submit Application').click();
  await page.getByRole('dialog', { name: 'Application Review' }).waitFor();
  await look(page, 'review');
  await button(page, 'Confirm & Submit Application').click();
  await stage(page, 'cricos-validation', 'error').waitFor();
  await look(page, 'progress');
  await button(page, 'Show all details').click();
  await page.getByRole('dialog', { name: 'CRICOS validation errors' }).waitFor();
  await look(page, 'validation errors');
  await page.keyboard.press('Escape');
  await button(page, 'Close and Retry').click();
  await confirmApplication(page);
  const success = page.getByRole('dialog', { name: 'Application submitted successfully!' });
  await success.waitFor();
  await look(page, 'success');
  await success.getByText('Close', { exact: true }).click();
  await page.locator('main[data-view=home]').waitFor();
  await look(page, 'home with a submitted application');
  expect(found).toEqual({});
});

test("the same at home and at the agents': forms, list of agents, desk, switcher, and the desk's dialogs", async () => {
  const { found, look } = looking();
  const page = await filled.scene.open(PHONE);
  await look(page, 'home');
  await openCard(page, 'agent');
  await look(page, 'agents');
  await openCard(page, 'new-agent');
  await button(page, 'Submit Application').click();
  await page.locator('[aria-invalid]').first().waitFor();
  await look(page, 'new agent with messages');
  await button(page, 'Back').click();
  await openCard(page, 'agent-student-form');
  await answer(page, 'firstName', 'Zoe');
  await saved(page);
  await page.getByRole('combobox', { name: 'Agent' }).click();
  await page.locator('[role=option]').first().waitFor();
  await look(page, 'list of agents');
  await page.keyboard.press('Escape');
  const writer = await openBarePage(page.context(), filled.scene.product.url);
  await seed(writer, { drafts: manyDrafts(4, Date.now() - 22.5 * 60 * 60_000, 'agent') });
  await writer.close();
  await page.reload();
  await page.getByRole('button', { name: 'Zoe (choose another student)' }).click();
  await page.getByRole('dialog', { name: 'Your students' }).waitFor();
  await look(page, 'switcher');
  await closeDialog(page);
  await button(page, 'Back').click();
  await page.getByLabel('Select all 5').check();
  await page.getByText('5 selected').waitFor();
  await look(page, 'desk');
  await button(page, 'Add students from a spreadsheet').click();
  const sheet = page.getByRole('dialog', { name: 'Add students from a spreadsheet' });
  await look(page, 'sheet');
  await sheet
    .locator('input[type=file]')
    .setInputFiles({ name: 'students.csv', mimeType: 'text/csv', buffer: Buffer.from(TWO_STUDENTS) });
  await sheet.getByText('1 ready, 1 needs a correction').waitFor();
  await look(page, 'rows of the sheet');
  await button(page, 'Add 1 student').click();
  await sheet.getByText('0 ready, 1 needs a correction, 1 added').waitFor();
  await sheet.getByRole('button', { name: 'Close' }).first().click();
  await page.getByRole('button', { name: 'Leave them out' }).waitFor();
  await look(page, 'rows left over');
  await button(page, 'Leave them out').click();
  await sheet.waitFor({ state: 'detached' });
  await button(page, 'Attach documents from a folder').click();
  await page.getByRole('dialog', { name: 'Attach documents from a folder' }).waitFor();
  await look(page, 'folder');
  await closeDialog(page);
  await button(page, 'Erase everything on this device').click();
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).first().waitFor();
  await look(page, 'erase');
  expect(found).toEqual({});
});

test('the same in the developer tools and in the short application', async () => {
  const { found, look } = looking();
  await using demo = await startProduct();
  const page = await openPage(await filled.scene.context(PHONE), demo.url);
  const menu = page.getByRole('button', { name: 'Developer tools' });
  for (const tool of ['CRICOS API tester', 'Workflow JSON validator', 'API response debug', 'JSON preview', 'State']) {
    await menu.click();
    await look(page, 'menu');
    await page.getByRole('button', { name: tool }).click();
    await page.getByRole('dialog', { name: tool }).locator('label, h3, summary, p').first().waitFor();
    await look(page, tool);
    await closeDialog(page);
  }
  await page.locator('[data-go=short-form]').click();
  await page.getByRole('heading', { level: 1, name: 'Short Application' }).waitFor();
  await page.locator('[name=firstName]').waitFor();
  await look(page, 'short application');
  expect(found).toEqual({});
});
