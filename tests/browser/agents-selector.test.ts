/** @module-tag slow */
import { beforeEach, describe, expect, test } from 'vitest';
import { makeAgents } from '#mocks/agents/make-agents.ts';
import { agentBox, agentRows, agentSearch, openAgentForm, selectedAgent } from './support/agency.ts';
import { excessWidth } from './support/axe.ts';
import { PHONE } from './support/browser.ts';
import { openScene, type Scene, type WatchedPage } from './support/scene.ts';
import { sceneOfFile } from './support/scene-of-file.ts';
import { button } from './support/student.ts';

const agent = (name: string, country: string, contact: string, address: string) => ({
  ...{ name, country, contact, address },
  ...{ emails: [], phones: [], websites: [] },
});
const AGENTS = [
  agent('Harbour Bridge Education', 'China', 'Mei Lin', '8 Bund Road, Shanghai'),
  agent('Himal Study Centre', 'Nepal', 'Sita Gurung', '14 New Road, Kathmandu'),
  agent('Mekong Pathways', 'Vietnam', 'Nguyễn Thị Đào', '12 Trần Hưng Đạo, Huế'),
  agent('Annapurna Education', 'Nepal', 'Ram Thapa', 'Lakeside, Pokhara'),
];

const scene = sceneOfFile({ agents: AGENTS });
let page: WatchedPage;

async function openSelector(options?: Parameters<Scene['open']>[0], at = scene): Promise<WatchedPage> {
  const opened = await (options === undefined ? at.reopen() : at.open(options));
  await openAgentForm(opened, 'agent-student-form');
  await agentBox(opened).click();
  return opened;
}
const count = (words: string) => page.getByText(words, { exact: true }).waitFor();

describe('the agent selector with its list', () => {
  beforeEach(async () => {
    page = await openSelector();
    await count('4 of 4 agents');
  });

  test("the choice is kept as 'name|country' until it is cleared, and step 1 asks for one", async () => {
    await agentRows(page).filter({ hasText: 'Annapurna Education' }).click();
    await expect.poll(() => selectedAgent(page)).toBe('Annapurna Education|Nepal');
    await expect.poll(() => agentBox(page).innerText()).toContain('Annapurna Education');
    await button(page, 'Clear selection').click();
    await expect.poll(() => selectedAgent(page)).toBe('');
    await button(page, 'Next').click();
    expect(await page.locator('#selectedAgent-error').innerText()).toBe('Please select an agent');
  });

  test('its rows show all of an agent, and everything can be done by keyboard', async () => {
    const row = await agentRows(page).nth(1).innerText();
    for (const part of ['Himal Study Centre', 'Nepal', 'Sita Gurung', '14 New Road, Kathmandu'])
      expect(row).toContain(part);
    await page.getByText(/^Updated \d/).waitFor();
    expect(page.watched.troubles).toEqual([]);

    await page.keyboard.press('Escape');
    await expect.poll(() => agentBox(page).getAttribute('aria-expanded')).toBe('false');
    await page.keyboard.press('ArrowDown');
    await agentSearch(page).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    await expect.poll(() => activeRow()).toContain('Annapurna Education');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => activeRow()).toContain('Harbour Bridge Education');
    await page.keyboard.press('PageDown');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => activeRow()).toContain('Mekong Pathways');
    await page.keyboard.press('Enter');
    await expect.poll(() => selectedAgent(page)).toBe('Mekong Pathways|Vietnam');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('combobox');

    // A letter on the closed selector opens it with that letter searched for.
    await page.keyboard.type('him');
    await expect.poll(() => agentSearch(page).inputValue()).toBe('him');
    await count('1 of 4 agents');
    await page.keyboard.press('Enter');
    await expect.poll(() => selectedAgent(page)).toBe('Himal Study Centre|Nepal');

    // Leaving it by Tab or by a press elsewhere closes it.
    await agentBox(page).click();
    await agentSearch(page).waitFor();
    for (let press = 0; press < 4; press += 1) await page.keyboard.press('Tab');
    await agentSearch(page).waitFor({ state: 'detached' });
    await agentBox(page).click();
    await page.getByRole('heading', { level: 1 }).click();
    await agentSearch(page).waitFor({ state: 'detached' });
  });
});

/** The text of the row that assistive technology announces as active. */
async function activeRow(): Promise<string> {
  const id = await agentSearch(page).getAttribute('aria-activedescendant');
  return page.locator(`[id="${id}"]`).innerText();
}

describe('the agent selector and a difficult source', () => {
  /** A separate product, so that nothing of the list is known before. */
  async function against(options: Parameters<typeof openScene>[0], use: (at: Scene) => Promise<void>): Promise<void> {
    const at = await openScene(options);
    try {
      page = await at.open();
      await openAgentForm(page, 'agent-student-form');
      await agentBox(page).click();
      await use(at);
    } finally {
      await at[Symbol.asyncDispose]();
    }
  }
  const LONG_NAME = 'Annapurna International Education, Migration and Career Services of the Kathmandu Valley Branch';
  test('while the source hangs the form can be filled; then its list comes, and a long name is cut nowhere at 320 pixels', async () => {
    const slow = await openScene({
      agents: [agent(LONG_NAME, 'Nepal', 'Sita Gurung', '14 New Road, Kathmandu'), ...AGENTS],
    });
    slow.mocks.setScenario({ service: 'agents', scenario: 'slow', delayMs: 4000, times: 1 });
    try {
      page = await slow.open();
      await openAgentForm(page, 'agent-student-form');
      await agentBox(page).click();
      await page.getByText('Loading agents...').waitFor();
      await page.keyboard.press('Escape');
      await page.locator('[name=firstName]').fill('Linh');
      await agentBox(page).click();
      await count('5 of 5 agents');
      expect(await page.locator('[name=firstName]').inputValue()).toBe('Linh');
      await page.keyboard.press('Escape');

      await page.setViewportSize({ width: 320, height: 640 });
      await agentBox(page).click();
      const row = agentRows(page).filter({ hasText: LONG_NAME });
      await row.waitFor();
      const cut = (element: Element) =>
        [element, ...element.querySelectorAll('*')].filter(
          (one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1,
        ).length;
      expect(await row.evaluate(cut)).toBe(0);
      await row.click();
      await expect.poll(() => agentBox(page).innerText()).toContain(LONG_NAME);
      expect(await agentBox(page).evaluate((box) => box.scrollWidth <= box.clientWidth)).toBe(true);
      expect(await excessWidth(page)).toBe(0);
    } finally {
      await slow[Symbol.asyncDispose]();
    }
  });
  test('10 MB of agents come through the whole stack, and can be searched', async () => {
    const LAST = 'Zephyr Quay Pathways';
    const everybody = [...makeAgents(20_000), agent(LAST, 'Nepal', 'Sita Gurung', '14 New Road')];
    const many = everybody.map((one) => ({ ...one, address: `${one.address}, ${'near the market '.repeat(20)}` }));
    expect(JSON.stringify(many).length).toBeGreaterThan(10_000_000);
    await against({ agents: many }, async () => {
      await page.getByText('20001 of 20001 agents').waitFor({ timeout: 180_000 });
      expect(await agentRows(page).count()).toBeLessThanOrEqual(60);
      await agentSearch(page).fill('zephyr');
      await agentRows(page).filter({ hasText: LAST }).waitFor();
    });
  });
});

describe('the agent selector on a phone', () => {
  test('is a sheet over the page, can be left without a choice, and gives the focus back', async () => {
    page = await openSelector(PHONE);
    const sheet = page.getByRole('dialog', { name: 'Choose an agent' });
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('role'));
    await sheet.waitFor();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    expect(await focused()).toBe('combobox');
    await agentBox(page).click();
    await sheet.getByRole('button', { name: 'Close' }).click();
    await sheet.waitFor({ state: 'detached' });
    expect(await focused()).toBe('combobox');
    await agentBox(page).click();
    await agentRows(page).filter({ hasText: 'Harbour Bridge' }).click();
    await sheet.waitFor({ state: 'detached' });
    await expect.poll(() => selectedAgent(page)).toBe('Harbour Bridge Education|China');
    expect(await focused()).toBe('combobox');
    await agentBox(page).click();
    await sheet.waitFor();
    await page.getByRole('button', { name: 'Back' }).click();
    await page.locator('main[data-view="agent"]').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});
