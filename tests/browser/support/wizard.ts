import type { Page } from 'playwright-core';
import { expect } from 'vitest';

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
  // The portal section is below the fold; the keyboard reaches it anywhere.
  await card.focus();
  await card.press('Enter');
  await page.locator(`main[data-view="${view}"]`).waitFor();
}

/**
 * Opens a view after the browser was killed. Its first view is the last one that reached the disk. The page may
 * change it after reading its storage, so each poll looks and presses in one step.
 */
export async function openCardAgain(page: Page, view: keyof typeof CARDS): Promise<void> {
  await page.locator('html[data-adopted]').waitFor({ state: 'attached' });
  await expect.poll(() => page.evaluate(pressTowards, { view, card: CARDS[view] })).toBe(view);
}

/** Runs in the page: presses the card of the view or, where there is none, 'Back'. Returns the view that was shown. */
function pressTowards({ view, card }: { readonly view: string; readonly card: string }): string | undefined {
  const shown = document.querySelector('main')?.dataset.view;
  if (shown === view) return shown;
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('main button')];
  const named = (text: string) => buttons.find(({ textContent }) => textContent.includes(text));
  (named(card) ?? named('Back'))?.click();
  return shown;
}

/** The buttons of the step indicator, in order. */
export const indicator = (page: Page) => page.getByRole('navigation', { name: 'Steps' }).getByRole('button');

/** Answers one control, as a person does with that kind of control. */
export async function answer(page: Page, name: string, value: string | boolean): Promise<void> {
  const controls = page.locator(`[name="${name}"]`);
  const type = await controls.first().evaluate((element) => (element as HTMLInputElement).type);
  if (type === 'radio') await page.locator(`[name="${name}"][value="${value}"]`).check({ force: true });
  else if (type === 'checkbox') await controls.setChecked(value === true, { force: true });
  else if (type === 'select-one') await controls.selectOption(String(value));
  else await controls.fill(String(value));
}

/**
 * Fills the current step's fields of `answers` in one call, in order. This takes a third of the time, and is for
 * answers that the test only needs. A test fills its subject with `answer` or by keys.
 */
export async function answerStep(page: Page, answers: TypedAnswers, names: readonly string[]): Promise<void> {
  const given = names.flatMap((name) => {
    const value = answers[name];
    return value === undefined || value === '' ? [] : [[name, value] as const];
  });
  await page.evaluate(giveAnswers, given);
}

/**
 * Runs in the page: sets focus, value and events of each control like the browser; waits for one that appears later.
 */
export async function giveAnswers(given: readonly (readonly [name: string, value: string | boolean])[]): Promise<void> {
  const deadline = performance.now() + 60_000;
  const find = async (name: string, value: string | boolean) => {
    const [group, one] = [`[name="${name}"]`, `[name="${name}"][value="${value}"]`];
    for (;;) {
      const first = document.querySelector<HTMLInputElement | HTMLSelectElement>(group);
      const control = first?.type === 'radio' ? document.querySelector<HTMLInputElement>(one) : first;
      if (control && !control.matches(':disabled')) return control;
      if (performance.now() > deadline) throw new Error(`no control for ${name}: ${value}`);
      await new Promise(requestAnimationFrame);
    }
  };
  for (const [name, value] of given) {
    const control = await find(name, value);
    control.focus();
    if (control instanceof HTMLInputElement && /radio|checkbox/.test(control.type)) {
      if (control.checked !== Boolean(value)) control.click();
      continue;
    }
    // Bypasses React, which would otherwise ignore a value that it set itself.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value);
    for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }));
  }
}

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

/** Goes from the filled last step to the confirmed submission. */
export async function confirmApplication(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Submit Application' }).click();
  await page.getByRole('dialog', { name: 'Application Review' }).waitFor();
  await page.getByRole('button', { name: 'Confirm & Submit Application' }).click();
}

export const stage = (page: Page, name: string, state: string) =>
  page.locator(`[data-stage="${name}"][data-state="${state}"]`);
export const saved = (page: Page) => page.locator('[data-save-state="saved"]').first().waitFor();
