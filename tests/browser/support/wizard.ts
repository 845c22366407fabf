import type { Page } from 'playwright-core';

export type TypedAnswers = Readonly<Record<string, string | boolean>>;

export interface AttachedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

const CARDS = {
  'student-form': 'Submit your application for Long Course programs',
  agent: 'Submit your application via agent',
  'agent-student-form': 'Access new student application via agent',
  'new-agent': 'Register as a new agent',
} as const;

/** Presses a card of the landing page or of the agent page, and waits for its view. */
export async function openCard(page: Page, view: keyof typeof CARDS): Promise<void> {
  const card = page.getByRole('button').filter({ hasText: CARDS[view] });
  // The portal section lies below the fold; the keyboard reaches it wherever it is.
  await card.focus();
  await card.press('Enter');
  await page.locator(`main[data-view="${view}"]`).waitFor();
}

/** The buttons of the step indicator, in their order. */
export const indicator = (page: Page) => page.getByRole('navigation', { name: 'Steps' }).getByRole('button');

/** Gives one control its answer, as a person would with that kind of control. */
export async function answer(page: Page, name: string, value: string | boolean): Promise<void> {
  const controls = page.locator(`[name="${name}"]`);
  const type = await controls.first().evaluate((element) => (element as HTMLInputElement).type);
  if (type === 'radio') await page.locator(`[name="${name}"][value="${value}"]`).check({ force: true });
  else if (type === 'checkbox') await controls.setChecked(value === true, { force: true });
  else if (type === 'select-one') await controls.selectOption(String(value));
  else await controls.fill(String(value));
}

/** Fills the fields of `answers` that the current step has, in their order. */
export async function answerStep(page: Page, answers: TypedAnswers, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const value = answers[name];
    if (value !== undefined && value !== '') await answer(page, name, value);
  }
}

export const wizard = (page: Page) => page.locator('[data-step]');

/** Presses Next and waits for the step. */
export async function goOn(page: Page, step: number): Promise<void> {
  await page.getByRole('button', { name: 'Next' }).click();
  await page.locator(`[data-step="${step}"]`).waitFor();
}

export async function attach(page: Page, slot: string, file: AttachedFile): Promise<void> {
  await page
    .locator(`input[type=file][name="${slot}"]`)
    .setInputFiles({ name: file.name, mimeType: 'application/pdf', buffer: file.bytes });
  await page.getByText(file.name).first().waitFor();
}

/** From the filled last step to the confirmed submission. */
export async function confirmApplication(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Submit Application' }).click();
  await page.getByRole('dialog', { name: 'Application Review' }).waitFor();
  await page.getByRole('button', { name: 'Confirm & Submit Application' }).click();
}

export const stage = (page: Page, name: string, state: string) =>
  page.locator(`[data-stage="${name}"][data-state="${state}"]`);
export const saved = (page: Page) => page.locator('[data-save-state="saved"]').first().waitFor();
