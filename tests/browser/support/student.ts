import type { Page } from 'playwright-core';
import { studentForm } from '#domain/student/form.ts';
import { MAXIMAL as EVERYTHING, MINIMAL as LEAST } from '../../domain/support/applications.ts';
import { makePdf } from '../../support/pdf.ts';
import { answerStep, attach, goOn, openCard, type TypedAnswers } from './wizard.ts';

const year = new Date().getFullYear();
/** Answers with future dates, regardless of when the tests run; the simulated records API always has this intake. */
export const AHEAD = { passportExpiryDate: `${year + 4}-02-28`, selectedIntake: `${year + 1}-04-08` };

export const MINIMAL: TypedAnswers = { ...LEAST, ...AHEAD };
export const MAXIMAL: TypedAnswers = { ...EVERYTHING, ...AHEAD };

export const REQUIRED_DOCUMENTS = ['year12Evidence', 'passport', 'englishTest', 'academicQualifications'] as const;

/** The names of a step's questions, in page order. */
export const fieldsOf = (step: number): readonly string[] => {
  const id = studentForm.steps[step - 1]?.id;
  return studentForm.fields.filter((field) => field.step === id && field.kind !== 'hidden').map((field) => field.name);
};

/** Fills a step. The agent is chosen from the list, as a person does. */
export async function fillStep(page: Page, step: number, answers: TypedAnswers): Promise<void> {
  const names = fieldsOf(step);
  const agent = names.indexOf('selectedAgent');
  await answerStep(page, answers, agent === -1 ? names : names.slice(0, agent));
  if (agent === -1) return;
  if (await page.getByRole('combobox', { name: 'Agent' }).isVisible()) await chooseAgent(page, answers.selectedAgent);
  await answerStep(page, answers, names.slice(agent + 1));
}

export async function chooseAgent(page: Page, agent: string | boolean | undefined): Promise<void> {
  const [name = ''] = String(agent ?? '').split('|');
  if (name === '') return;
  await page.getByRole('combobox', { name: 'Agent' }).click();
  await page.getByRole('option', { name }).first().click();
}

/** Goes from the landing page to a step of the direct application, and fills the earlier steps. */
export async function reachStep(page: Page, step: number, answers: TypedAnswers = MINIMAL): Promise<void> {
  await openCard(page, 'student-form');
  for (let at = 1; at < step; at += 1) {
    await fillStep(page, at, answers);
    await goOn(page, at + 1);
  }
}

/** Attaches the four required documents, and waits until the server has them. */
export async function attachRequired(page: Page): Promise<void> {
  for (const slot of REQUIRED_DOCUMENTS)
    await attach(page, slot, { name: `${slot}.pdf`, bytes: makePdf({ mark: slot, bytes: 900 }) });
  await uploaded(page, REQUIRED_DOCUMENTS.length);
}

/** Waits until the server has this many documents. */
export async function uploaded(page: Page, count: number): Promise<void> {
  await page
    .locator('[data-upload-state="uploaded"]')
    .nth(count - 1)
    .waitFor();
}

/** Fills and attaches everything: one press on 'Submit Application' then opens the review. */
export async function fillApplication(page: Page, answers: TypedAnswers = MINIMAL): Promise<void> {
  await reachStep(page, 4, answers);
  await fillStep(page, 4, answers);
  await attachRequired(page);
}

export const draftId = async (page: Page): Promise<string> =>
  (await page.locator('main').getAttribute('data-draft')) ?? '';
export const stepOf = async (page: Page): Promise<number> =>
  Number(await page.locator('form[data-step]').getAttribute('data-step'));
export const value = (page: Page, name: string): Promise<string> => page.locator(`[name="${name}"]`).inputValue();
export const chosen = (page: Page, name: string): Promise<string | null> =>
  page.evaluate(
    (wanted) => document.querySelector<HTMLInputElement>(`[name="${wanted}"]:checked`)?.value ?? null,
    name,
  );
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const notifications = (page: Page) => page.getByRole('region', { name: 'Notifications' });

/** The visible notification. */
export const toast = (page: Page) => notifications(page).getByRole('alert').first();
