import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seeded } from '#mocks/core/random.ts';
import { leaveForBarePage, readStorage } from '../support/browser-storage.ts';
import { agentBox, agentRows } from './support/agency.ts';
import {
  CORRECTED,
  DOCUMENTS,
  FAULTY,
  pdfOf,
  receivedBy,
  STUDENTS,
  sheetOfStudents,
  wanted,
} from './support/agents-day.ts';
import { openScene, type Scene } from './support/scene.ts';
import { lockByKey, readable, share, unlock } from './support/shared-computer.ts';
import { button, draftId, fillStep, MINIMAL, value } from './support/student.ts';
import { answer, confirmApplication, goOn, indicator, openCard, saved } from './support/wizard.ts';

let scene: Scene;
let folder: string;
beforeAll(async () => {
  scene = await openScene();
  folder = await mkdtemp(join(tmpdir(), 'agents-day-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await scene[Symbol.asyncDispose]();
});

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const head = (page: Page, name: string) => page.getByRole('button', { name: `${name} (choose another student)` });
const show = (page: Page, filter: RegExp) =>
  page
    .getByLabel('Show')
    .locator('option', { hasText: filter })
    .evaluate((option: HTMLOptionElement) => option.value)
    .then((chosen) => page.getByLabel('Show').selectOption(chosen));

/** One for each switch. */
const TURNS = 'abcdefghijkl';
const ALL = STUDENTS.length;
const FILES = ALL * Object.keys(DOCUMENTS).length;
const ZOE = { name: 'Zoe Zhang', passportNumber: String(MINIMAL.passportNumber) };

/** The agent fills the form of one student by hand, and keeps the agency for every new one. */
async function keepAgency(page: Page): Promise<void> {
  await openCard(page, 'agent');
  await openCard(page, 'agent-student-form');
  await agentBox(page).click();
  await agentRows(page).first().click();
  await fillStep(page, 1, { ...MINIMAL, selectedAgent: '', firstName: 'Zoe' });
  await goOn(page, 2);
  for (const step of [2, 3]) {
    await fillStep(page, step, MINIMAL);
    await goOn(page, step + 1);
  }
  await answer(page, 'agentName', 'Mei Lin');
  await answer(page, 'agentEmail', 'mei@harbour.example');
  await button(page, 'Use for all new students').click();
  await saved(page);
  await button(page, 'Back').click();
}

async function makeDrafts(page: Page): Promise<void> {
  await button(page, 'Add students from a spreadsheet').click();
  const sheet = dialog(page, 'Add students from a spreadsheet');
  const buffer = Buffer.from(sheetOfStudents());
  await sheet.locator('input[type=file]').setInputFiles({ name: 'students.csv', mimeType: 'text/csv', buffer });
  await sheet.getByRole('radio', { name: /^The day comes first/ }).check();
  await sheet.getByText(`${ALL - FAULTY.length} ready, ${FAULTY.length} need a correction`, { exact: true }).waitFor();
  await sheet.getByRole('checkbox', { name: 'Show only students with mistakes' }).check();
  for (const { cell, right } of FAULTY) {
    const box = sheet.getByLabel(cell);
    if (await box.evaluate((control) => control.tagName === 'SELECT')) {
      await box.selectOption({ label: right });
      continue;
    }
    await box.fill(right);
    await box.press('Enter');
  }
  await sheet.getByText(`${ALL} ready, 0 need a correction`, { exact: true }).waitFor();
  await button(page, `Add ${ALL} students`).click();
  // The dialog closes automatically if nothing is left to do.
  await page.getByLabel(`Select all ${ALL + 1}`).waitFor();
}

async function attachFolder(page: Page): Promise<void> {
  for (const { passportNumber } of STUDENTS)
    for (const [slot, words] of Object.entries(DOCUMENTS))
      await writeFile(join(folder, `${passportNumber} ${words}.pdf`), pdfOf(passportNumber, slot));
  await writeFile(join(folder, 'P9999 passport.pdf'), pdfOf('P9999', 'passport'));
  await button(page, 'Attach documents from a folder').click();
  const files = dialog(page, 'Attach documents from a folder');
  await files.getByLabel('Folder of documents').setInputFiles(folder);
  await files.getByText(`${FILES + 1} files: ${FILES} matched, 1 not matched`, { exact: true }).waitFor();
  await button(page, `Attach ${FILES} documents`).click();
  await files.getByText(new RegExp(`^${FILES} files added and uploading\\. 1 file is not used`)).waitFor();
  await button(page, 'Done').click();
}

/** A student's form at its first step, as the page has it once it has switched. */
async function atFirstStep(page: Page, isNew: boolean): Promise<string> {
  if (isNew) await indicator(page).first().click();
  await page.locator('form[data-step="1"]').waitFor();
  return value(page, 'passportNumber');
}

/**
 * Goes from student to student as the switcher and its keys lead, and types a middle name into each that was never typed
 * before. Resolves with what was typed last, by passport number.
 */
async function switchAround(page: Page): Promise<ReadonlyMap<string, string>> {
  const random = seeded(28, 'day');
  const typed = new Map<string, string>();
  const visited = new Set<string>();
  // The switcher's scripts come after the form.
  await head(page, ZOE.name).waitFor();
  for (const letter of TURNS) {
    const before = await draftId(page);
    const chosen = random.pick(STUDENTS);
    const way = random.pick(['F8', 'Shift+F8', 'F2'] as const);
    await page.keyboard.press(way);
    if (way === 'F2') {
      await dialog(page, 'Your students').waitFor();
      await page.keyboard.type(chosen.passportNumber);
      await page.keyboard.press('Enter');
      await dialog(page, 'Your students').waitFor({ state: 'detached' });
      await head(page, chosen.name).waitFor();
    } else await expect.poll(() => draftId(page)).not.toBeOneOf([before, '']);
    const id = await draftId(page);
    const passportNumber = await atFirstStep(page, !visited.has(id));
    visited.add(id);
    const student = [...STUDENTS, ZOE].find((one) => one.passportNumber === passportNumber);
    await head(page, student?.name ?? `nobody with ${passportNumber}`).waitFor();
    expect(await value(page, 'middleName'), student?.name).toBe(typed.get(passportNumber) ?? '');
    typed.set(passportNumber, `Round ${letter}`);
    await answer(page, 'middleName', `Round ${letter}`);
  }
  await saved(page);
  return typed;
}

/** While the agent is away nothing of the day can be read; then the work continues where it was. */
async function lockAndUnlock(page: Page): Promise<void> {
  const [id, middleName] = [await draftId(page), await value(page, 'middleName')];
  await lockByKey(page);
  const names = STUDENTS.flatMap(({ name, passportNumber }) => [name, passportNumber]);
  expect(await readable(page, [...names, ZOE.name, 'Mei Lin', 'Round ', 'passport.pdf'])).toEqual([]);
  await unlock(page);
  await page.locator('main[data-draft] form[data-step="1"]').waitFor();
  expect([await draftId(page), await value(page, 'middleName')]).toEqual([id, middleName]);
}

/** Submits all students with nothing missing, each after a separate review. */
async function submitAll(page: Page): Promise<void> {
  await show(page, new RegExp(`^Ready to submit \\(${ALL}\\)$`));
  await page.getByLabel(`Select all ${ALL}`).check();
  await button(page, `Review and submit ${ALL}`).click();
  const review = dialog(page, 'Application Review');
  for (let turn = 1; turn <= ALL; turn += 1) {
    await review.getByText(`Student ${turn} of ${ALL}: `).waitFor();
    await button(page, 'Confirm & Submit Application').click();
  }
  await dialog(page, `${ALL} of ${ALL} confirmed`).getByText('Close', { exact: true }).click();
}

/** The records API takes another passport number for the one student whom it has rejected. */
async function correctRejected(page: Page): Promise<void> {
  const failed = page.locator('[data-state=failed]');
  await failed.getByRole('button', { name: /^Open/ }).click();
  const progress = dialog(page, /^(Submission progress|Application submitted)/);
  await progress.getByText('3 validation errors found').first().waitFor();
  await progress.getByRole('button', { name: 'Passport number' }).click();
  await page.locator('form[data-step="1"] [name=passportNumber]:focus').waitFor();
  await answer(page, 'passportNumber', CORRECTED);
  await indicator(page).last().click();
  await page.locator('form[data-step="4"]').waitFor();
  await confirmApplication(page);
  await progress.getByText('Application submitted successfully!').first().waitFor();
  // Until then a reloaded page shows the end again, if the draft was not removed before.
  await progress.getByText('Close', { exact: true }).click();
  await page.locator('main[data-view="home"]').waitFor();
}

// In a browser: what one part leaves is what the next begins with, on the disk, on the server and in the workflows.
test("an agent's day: the agency once, students from a sheet, documents by folder, switching, locked and unlocked, all submitted, one rejected and corrected, all erased", async () => {
  const page = await scene.open();
  await keepAgency(page);
  await makeDrafts(page);
  await attachFolder(page);
  await share(page);
  await page.getByRole('searchbox', { name: 'Search students' }).fill('Zoe');
  await button(page, 'Open Zoe Zhang').click();
  const typed = await switchAround(page);
  await lockAndUnlock(page);
  await button(page, 'Back').click();
  scene.mocks.setScenario({ service: 'validate', scenario: 'rejects-model-state', times: 1 });
  await submitAll(page);
  const sent = () => scene.mocks.received({ service: 'agent-workflow' }).length;
  await expect.poll(sent, { timeout: 180_000 }).toBe(ALL - 1);
  await page.getByLabel('Show').locator('option', { hasText: 'Failed (1)' }).waitFor({ state: 'attached' });
  await show(page, /^Failed/);
  const [rejected = ''] = (await page.locator('[data-state=failed]').innerText()).split(' ');
  await correctRejected(page);
  const received = () => receivedBy(scene.mocks);
  await expect.poll(received, { timeout: 60_000 }).toEqual(wanted(typed, rejected));

  await page.reload();
  await unlock(page);
  await openCard(page, 'agent');
  await button(page, 'Erase everything on this device').click();
  await button(page, 'Continue to erase').click();
  await button(page, 'Erase everything now').click();
  await page.getByRole('alertdialog', { name: 'Everything was erased' }).getByText('Close', { exact: true }).click();
  await leaveForBarePage(page, scene.product.url);
  expect(JSON.stringify(await readStorage(page))).not.toMatch(/Student|Zoe|Nguyen|Tran|P10\d\d|Mei Lin|Round /);
  expect(page.watched.troubles).toEqual([]);
});
