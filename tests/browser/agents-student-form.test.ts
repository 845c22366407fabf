/** @module-tag slow */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { agentBox, agentRows, openAgentForm } from './support/agency.ts';
import { AGENT, openScene, type Scene } from './support/scene.ts';
import { attachRequired, button, chosen, fillStep, MINIMAL, reachStep, value } from './support/student.ts';
import { answer, confirmApplication, goOn, openCard } from './support/wizard.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene[Symbol.asyncDispose]());

const VALUE = `${AGENT.name}|${AGENT.country}`;
const ANSWERS = { ...MINIMAL, howDidYouHearAboutUs: 'Agent', selectedAgent: '' };

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

describe('a student application through an agent', () => {
  test('asks for the agent first, names it in the review and goes to the agent workflow', async () => {
    const page = await scene.open();
    await openAgentForm(page, 'agent-student-form');
    await page.getByRole('group', { name: 'Agent Selection' }).waitFor();
    await fillStep(page, 1, ANSWERS);
    await button(page, 'Next').click();
    await expect.poll(() => page.locator('[id$="-error"]').allInnerTexts()).toEqual(['Please select an agent']);
    await agentBox(page).click();
    await agentRows(page).first().click();
    await goOn(page, 2);
    for (const step of [2, 3]) {
      await fillStep(page, step, ANSWERS);
      await goOn(page, step + 1);
    }
    expect(await chosen(page, 'howDidYouHearAboutUs')).toBe('Agent');
    await fillStep(page, 4, ANSWERS);
    await attachRequired(page);
    await confirmApplication(page);
    await page.getByText('Application submitted successfully!').first().waitFor();
    expect(scene.mocks.received({ service: 'agent-workflow' })).toMatchObject([{ body: { SelectedAgent: VALUE } }]);
    expect(scene.mocks.received({ service: 'student-workflow' })).toEqual([]);
    expect(scene.mocks.received({ service: 'offers' })).toMatchObject([
      { body: { Leads_MarketingCampaign: { LeadSource: 'Agent' } } },
    ]);
  });

  test('keeps the selection of step 1, and clears name and address, when step 4 says that the student heard otherwise', async () => {
    const page = await scene.open();
    await openAgentForm(page, 'agent-student-form');
    await agentBox(page).click();
    await agentRows(page).first().click();
    await fillStep(page, 1, ANSWERS);
    await goOn(page, 2);
    for (const step of [2, 3]) {
      await fillStep(page, step, ANSWERS);
      await goOn(page, step + 1);
    }
    await answer(page, 'agentName', 'Mei Lin');
    await answer(page, 'agentEmail', 'mei@harbour.example');
    await answer(page, 'howDidYouHearAboutUs', 'Other');
    await page.locator('[name=agentName]').waitFor({ state: 'detached' });
    await answer(page, 'howDidYouHearAboutUs', 'Agent');
    for (const name of ['agentName', 'agentEmail']) expect(await value(page, name), name).toBe('');
    for (const step of [3, 2, 1]) {
      await button(page, 'Previous').click();
      await page.locator(`[data-step="${step}"]`).waitFor();
    }
    await expect.poll(() => page.locator('[name=selectedAgent]').inputValue()).toBe(VALUE);
  });
});

describe('a direct application that heard of us through an agent', () => {
  test('has the selector in step 4; another answer clears it', async () => {
    const page = await scene.open();
    await reachStep(page, 4);
    expect(await agentBox(page).count()).toBe(0);
    await answer(page, 'howDidYouHearAboutUs', 'Agent');
    await agentBox(page).click();
    await agentRows(page).first().click();
    await expect.poll(() => page.locator('[name=selectedAgent]').inputValue()).toBe(VALUE);
    await answer(page, 'howDidYouHearAboutUs', 'Other');
    await agentBox(page).waitFor({ state: 'detached' });
    await answer(page, 'howDidYouHearAboutUs', 'Agent');
    await agentBox(page).waitFor();
    await expect.poll(() => page.locator('[name=selectedAgent]').inputValue()).toBe('');
  });
});
