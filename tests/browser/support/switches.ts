import type { Page } from 'playwright-core';

interface Switch {
  /** The draft that is on the screen or about to appear. */
  readonly at: string;
  readonly wanted: string;
  /** The content of each draft. */
  readonly expected: ReadonlyMap<string, { readonly answers: Readonly<Record<string, string>> }>;
}
type Way = 'row' | 'list' | 'key';
/** The controls that switch to another student: the list below the form, the switcher's list, or its key. */
export const WAYS: Readonly<Record<'direct' | 'agent', readonly Way[]>> = {
  direct: ['row'],
  agent: ['row', 'list', 'key'],
};

/** Each switches to another draft, and resolves with its id when it is on the screen. */
export const SWITCHES: Readonly<Record<Way, (page: Page, { at, wanted, expected }: Switch) => Promise<string>>> = {
  async row(page, { wanted }) {
    await page.locator(`[data-draft-id="${wanted}"]`).getByRole('button', { name: /^Open/ }).click();
    return onScreen(page, wanted);
  },
  async list(page, { at, wanted, expected }) {
    await withSwitcher(page, at);
    const { firstName, familyName } = expected.get(wanted)?.answers ?? {};
    await page.keyboard.press('F2');
    const students = page.getByRole('dialog', { name: 'Your students' });
    await students.getByRole('combobox').fill(`${firstName} ${familyName}`);
    const name = new RegExp(`^${firstName} ${familyName}( \\(open now\\))?$`);
    await students.locator('[data-part=name]', { hasText: name }).click();
    await students.waitFor({ state: 'detached' });
    return onScreen(page, wanted);
  },
  async key(page, { at }) {
    await withSwitcher(page, at);
    await page.keyboard.press('F8');
    const next = page.locator(`main[data-draft]:not([data-draft="${at}"])`);
    return onScreen(page, (await next.getAttribute('data-draft')) ?? '');
  },
};

async function onScreen(page: Page, id: string): Promise<string> {
  await page.locator(`main[data-draft="${id}"] form[data-step]`).waitFor();
  return id;
}

/** Waits for the switcher, which appears after the form. */
async function withSwitcher(page: Page, id: string): Promise<void> {
  await onScreen(page, id);
  await page.locator('[aria-keyshortcuts=F2]').waitFor();
}
