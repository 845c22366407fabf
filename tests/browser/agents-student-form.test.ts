/** @module-tag slow */
import { afterAll, beforeAll, describe, test } from 'vitest';
import { openScene, type Scene } from './support/scene.ts';
import { button } from './support/student.ts';
import { openCard } from './support/wizard.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene[Symbol.asyncDispose]());

describe('the pages of the agent portal', () => {
  test('lead to both forms and back', async () => {
    const page = await scene.open();
    await openCard(page, 'agent');
    for (const words of ['Access new student application via agent', 'Register as a new agent']) {
      await page.getByText(words).waitFor();
    }
    await openCard(page, 'agent-student-form');
    await button(page, 'Back').click();
    await page.locator('main[data-view=agent]').waitFor();
    await openCard(page, 'new-agent');
    await button(page, 'Back').click();
    await page.locator('main[data-view=agent]').waitFor();
    await page.getByRole('button', { name: /^Back/ }).click();
    await page.locator('main[data-view=home]').waitFor();
  });
});
