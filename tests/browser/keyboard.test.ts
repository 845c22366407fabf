/** @module-tag slow */
import { beforeEach, expect, test } from 'vitest';
import type { Field } from '#domain/form/form.ts';
import { visibleFields } from '#domain/form/visible.ts';
import { studentForm } from '#domain/student/form.ts';
import { DIRECT } from '../domain/support/applications.ts';
import { makePdf } from '../support/pdf.ts';
import { DESKTOP, MOVING } from './support/browser.ts';
import type { WatchedPage } from './support/scene.ts';
import { sceneOfFile } from './support/scene-of-file.ts';
import { MINIMAL, REQUIRED_DOCUMENTS, uploaded } from './support/student.ts';

/** The longest way by Tab between two things to do: over the parts of a date, and over a page's last links. */
const MOST_TABS = 25;

const scene = sceneOfFile();
let page: WatchedPage;
beforeEach(async () => {
  page = await scene.open({ ...DESKTOP, ...MOVING });
  // The device's own dialog, which answers with a file of the slot's name.
  page.on('filechooser', async (dialog) => {
    const slot = await dialog.element().getAttribute('name');
    await dialog.setFiles({ name: `${slot}.pdf`, mimeType: 'application/pdf', buffer: makePdf({ mark: slot ?? '' }) });
  });
});

/** What has the focus. */
const focused = () =>
  page.evaluate(() => {
    const element = document.activeElement;
    const words = element?.textContent ?? '';
    return {
      name: element?.getAttribute('name'),
      words,
      slot: element?.closest('[data-document]')?.getAttribute('data-document'),
    };
  });
type Focused = Awaited<ReturnType<typeof focused>>;

/** Presses Tab until the wanted thing has the focus; what has it already is not left. */
async function tabTo(what: string, wanted: (focused: Focused) => boolean): Promise<void> {
  for (let tabs = 0; tabs <= MOST_TABS; tabs += 1) {
    if (wanted(await focused())) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${what} cannot be reached by Tab`);
}
async function pressButton(words: string): Promise<void> {
  await tabTo(words, (one) => one.words.startsWith(words));
  await page.keyboard.press('Enter');
}

async function answerByKeyboard({ name, kind }: Field, value: string | boolean): Promise<void> {
  const { keyboard } = page;
  await tabTo(name, (one) => one.name === name);
  if (kind === 'checkbox') return keyboard.press('Space');
  if (kind === 'date') return keyboard.type(String(value).replace(/(\d+)-(\d+)-(\d+)/, '$2$3$1'));
  if (kind === 'text') return keyboard.type(String(value));
  if (kind === 'select') {
    const label = await page.locator(`[name="${name}"] option[value="${value}"]`).textContent();
    // From one choice with this letter to the next. A whole name is taken for several where its letters come slowly.
    const own = page.locator(`[name="${name}"]`);
    while ((await own.inputValue()) !== value) await keyboard.type(label?.charAt(0) ?? '');
    return;
  }
  await keyboard.press('Space');
  for (const own = page.locator(`[name="${name}"][value="${value}"]`); !(await own.isChecked()); )
    await keyboard.press('ArrowDown');
}

async function attachByKeyboard(slot: string): Promise<void> {
  await tabTo(slot, (one) => one.slot === slot && one.words === 'Choose PDF');
  await page.keyboard.press('Enter');
  await page.locator(`[data-document="${slot}"]`).getByText(`${slot}.pdf`).waitFor();
  // The button that had the focus is gone; the focus is not.
  expect((await focused()).slot).toBe(slot);
}

test('a whole application is filled, attached, reviewed, submitted and closed with the keyboard alone', async () => {
  await pressButton('Student');
  await page.locator('main[data-draft]').waitFor();
  for (const [index, { id }] of studentForm.steps.entries()) {
    await page.locator(`form[data-step="${index + 1}"]`).waitFor();
    for (const field of visibleFields(studentForm, MINIMAL, DIRECT, id)) {
      const value = MINIMAL[field.name];
      if (field.kind !== 'hidden' && value !== undefined) await answerByKeyboard(field, value);
    }
    if (index + 1 < studentForm.steps.length) await pressButton('Next');
  }
  for (const slot of REQUIRED_DOCUMENTS) await attachByKeyboard(slot);
  await uploaded(page, REQUIRED_DOCUMENTS.length);
  await pressButton('Submit Application');
  await page.getByRole('dialog', { name: 'Application Review' }).waitFor();
  await pressButton('Confirm & Submit Application');
  await page.getByText('Application submitted successfully!').first().waitFor();
  await page.keyboard.press('Escape');
  await page.locator('main[data-view="home"]').waitFor();
  expect(scene.mocks.offers()).toHaveLength(1);
  expect(page.watched.troubles).toEqual([]);
});
