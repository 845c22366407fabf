import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeAgents } from '#mocks/agents/make-agents.ts';
import { SLOW } from '../support/slow.ts';
import { agentBox, agentRows, agentSearch, openAgentForm, selectedAgent } from './support/agency.ts';
import { excessWidth, graveFaults } from './support/axe.ts';
import { DESKTOP, PHONE } from './support/browser.ts';
import { openScene, type Scene, type WatchedPage } from './support/scene.ts';
import { button } from './support/student.ts';
import { openCard } from './support/wizard.ts';

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
const CACHED = 'Using cached data due to connection issue';

let scene: Scene;
let page: WatchedPage;
beforeAll(async () => {
  scene = await openScene({ agents: AGENTS });
});
afterEach(() => scene.clear());
afterAll(() => scene[Symbol.asyncDispose]());

async function openSelector(options?: Parameters<Scene['open']>[0], at = scene): Promise<WatchedPage> {
  const opened = await (options === undefined ? at.reopen() : at.open(options));
  await openAgentForm(opened, 'agent-student-form');
  await agentBox(opened).click();
  return opened;
}
const count = (words: string) => page.getByText(words, { exact: true }).waitFor();
const refresh = () => button(page, 'Refresh').click();

describe('the agent selector with its list', () => {
  beforeEach(async () => {
    page = await openSelector();
    await count('4 of 4 agents');
  });

  test('a row shows name, country, contact and address; below stand the number and the time of the update', async () => {
    const row = await agentRows(page).nth(1).innerText();
    for (const part of ['Himal Study Centre', 'Nepal', 'Sita Gurung', '14 New Road, Kathmandu'])
      expect(row).toContain(part);
    await page.getByText(/^Updated \d/).waitFor();
    expect(page.watched.troubles).toEqual([]);
  });

  test('the search looks at everything a row shows, without regard to case and diacritics', async () => {
    for (const [typed, name] of [
      ['MEKONG', 'Mekong Pathways'],
      ['pokhara', 'Annapurna Education'],
      ['nguyen thi dao', 'Mekong Pathways'],
    ] as const) {
      await agentSearch(page).fill(typed);
      // Each finds another one than the search before, whose list and count stand until there is time.
      await expect.poll(() => agentRows(page).allInnerTexts()).toEqual([expect.stringContaining(name)]);
      await count('1 of 4 agents');
    }
    await agentSearch(page).fill('zzzz');
    await page.getByText('No agents found matching your criteria').waitFor();
  });

  test('with several countries there is a filter by country', SLOW, async () => {
    await page.getByRole('combobox', { name: 'Country', exact: true }).selectOption('Nepal');
    await count('2 of 4 agents');
    await expect.poll(() => agentRows(page).count()).toBe(2);
  });

  test('refresh goes to the source with no-cache headers', SLOW, async () => {
    await refresh();
    await expect
      .poll(() => scene.mocks.received({ service: 'agents' }).at(-1)?.headers['cache-control'])
      .toBe('no-cache');
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

  test('a choice comes back after a reload', SLOW, async () => {
    await agentRows(page).filter({ hasText: 'Mekong' }).click();
    await page.locator('[data-save-state=saved]').waitFor();
    await page.reload();
    await agentBox(page).filter({ hasText: 'Mekong Pathways' }).waitFor();
    await expect.poll(() => selectedAgent(page)).toBe('Mekong Pathways|Vietnam');
  });

  test('everything can be done by keyboard', async () => {
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
  });

  test('a letter on the closed selector opens it with that letter searched for', SLOW, async () => {
    await page.keyboard.press('Escape');
    await page.keyboard.type('him');
    await count('1 of 4 agents');
    await page.keyboard.press('Enter');
    await expect.poll(() => selectedAgent(page)).toBe('Himal Study Centre|Nepal');
  });

  test('leaving it by Tab or by a press elsewhere closes it', SLOW, async () => {
    for (let press = 0; press < 4; press += 1) await page.keyboard.press('Tab');
    await agentSearch(page).waitFor({ state: 'detached' });
    await agentBox(page).click();
    await page.getByRole('heading', { level: 1 }).click();
    await agentSearch(page).waitFor({ state: 'detached' });
  });

  test(`a refresh that fails says so, '${CACHED}', and leaves the list`, SLOW, async () => {
    scene.mocks.setScenario({ service: 'agents', scenario: 'failing' });
    await refresh();
    await page.getByText('Failed to refresh agents').waitFor();
    await page.getByText(CACHED).waitFor();
    await expect.poll(() => agentRows(page).count()).toBe(4);
    scene.mocks.setScenario({ service: 'agents', scenario: 'accepts' });
    await refresh();
    await page.getByText(CACHED).waitFor({ state: 'detached' });
  });
});

/** The text of the row that assistive technology is told to be at. */
async function activeRow(): Promise<string> {
  const id = await agentSearch(page).getAttribute('aria-activedescendant');
  return page.locator(`[id="${id}"]`).innerText();
}

describe('the agent selector in trouble', SLOW, () => {
  /** A page whose list is answered by the test. */
  async function openAnswered(answer: () => { status?: number; items?: unknown[]; source?: string } | undefined) {
    page = await scene.reopen();
    await page.route('**/api/agent-list*', async (route) => {
      const given = answer();
      if (given === undefined) return;
      const { status = 200, items = [], source = 'live' } = given;
      const list = { items, source, updatedAt: '2026-03-02T01:00:00.000Z', total: items.length };
      await route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(list) });
    });
    await openAgentForm(page, 'agent-student-form');
    await agentBox(page).click();
  }

  test("while the list is on its way it says 'Loading agents...'", async () => {
    await openAnswered(() => undefined);
    await page.getByText('Loading agents...').waitFor();
  });
  test("an empty list says 'No agents available'", async () => {
    await openAnswered(() => ({}));
    await page.getByText('No agents available').waitFor();
  });
  test('with one country there is no filter by country', async () => {
    await openAnswered(() => ({ items: AGENTS.filter(({ country }) => country === 'Nepal') }));
    await count('2 of 2 agents');
    expect(await page.getByRole('combobox', { name: 'Country', exact: true }).count()).toBe(0);
  });
  test(`a stale list says '${CACHED}'`, async () => {
    await openAnswered(() => ({ items: AGENTS, source: 'stale' }));
    await page.getByText(CACHED).waitFor();
    await expect.poll(() => agentRows(page).count()).toBe(4);
  });
  test("with nothing known 'Failed to fetch agents', the status, and the built-in admissions entry", async () => {
    await openAnswered(() => ({ status: 404 }));
    await page.getByText('Failed to fetch agents').waitFor();
    await page.getByText('HTTP error! status: 404').waitFor();
    expect(await agentRows(page).innerText()).toContain('Admissions');
    await agentRows(page).click();
    await expect.poll(() => selectedAgent(page)).toMatch(/Admissions.*\|Australia$/);
  });
  test('a list that is no list is no end of the page', async () => {
    await openAnswered(() => ({ items: [{ surprise: true }] }));
    await page.getByText('Failed to fetch agents').waitFor();
  });
});

describe('the agent selector and a source that comes and goes', () => {
  test(
    'failing, live, failing again, empty, slow: the words are those of each state and of no other',
    SLOW,
    async () => {
      const WORDS = [
        'Failed to fetch agents',
        'Failed to refresh agents',
        CACHED,
        'No agents available',
        'No agents found matching your criteria',
      ];
      const says = async (...expected: string[]) => {
        const shown = async () => {
          const counts = await Promise.all(WORDS.map((words) => page.getByText(words, { exact: true }).count()));
          return WORDS.filter((_words, index) => counts[index] !== 0);
        };
        await expect.poll(shown).toEqual(expected);
      };
      await using cold = await openScene({ agents: AGENTS, scenario: 'agents:failing' });
      const play = (scenario: string, more = {}) => cold.mocks.setScenario({ service: 'agents', scenario, ...more });
      page = await openSelector(undefined, cold);
      await count('1 of 1 agents');
      await says('Failed to fetch agents');
      expect(await agentRows(page).innerText()).toContain('Admissions');
      await refresh();
      await says('Failed to refresh agents');

      play('accepts');
      await refresh();
      await count('4 of 4 agents');
      await says();

      play('failing');
      await refresh();
      await says('Failed to refresh agents', CACHED);
      await count('4 of 4 agents');

      play('empty');
      await refresh();
      await says('No agents available');
      expect(await agentRows(page).count()).toBe(0);

      play('slow', { delayMs: 1500, times: 1 });
      await refresh();
      await page.getByRole('button', { name: /^Refresh/, disabled: true }).waitFor();
      await count('4 of 4 agents');
      await says();
      await agentSearch(page).fill('nobody of this name');
      await says('No agents found matching your criteria');
    },
  );
});

describe('the agent selector with ten thousand agents', () => {
  test(
    'it never has more than 60 rows in the document, among them the active one, and tells each its place',
    SLOW,
    async () => {
      scene.mocks.setScenario({ service: 'agents', scenario: 'many' });
      page = await openSelector();
      await refresh();
      await page.getByText('10000 of 10000 agents').waitFor();
      await page.keyboard.press('ArrowDown');
      await agentSearch(page).focus();
      await page.keyboard.press('End');
      const last = page.locator('[role=option][aria-posinset="10000"]');
      await last.waitFor();
      expect(await last.getAttribute('aria-setsize')).toBe('10000');
      expect(await agentRows(page).count()).toBeLessThanOrEqual(60);
      // Wherever the list is scrolled.
      await page.keyboard.press('Home');
      await page.getByRole('listbox').evaluate((list) => list.scrollTo(0, 200_000));
      await expect.poll(() => agentRows(page).last().getAttribute('aria-posinset')).not.toBe('12');
      expect(await activeRow()).not.toBe('');
      // The server would still list them for the tests that follow.
      scene.mocks.setScenario({ service: 'agents', scenario: 'accepts' });
      await refresh();
      await count('4 of 4 agents');
    },
  );
});

describe('the agent selector and a difficult source', () => {
  /** A product of its own, so that nothing of the list is known before. */
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
  test('while the source hangs the form can be filled, and the list comes when it answers', SLOW, async () => {
    const slow = await openScene({ agents: AGENTS });
    slow.mocks.setScenario({ service: 'agents', scenario: 'slow', delayMs: 4000, times: 1 });
    try {
      page = await slow.open();
      await openAgentForm(page, 'agent-student-form');
      await agentBox(page).click();
      await page.getByText('Loading agents...').waitFor();
      await page.keyboard.press('Escape');
      await page.locator('[name=firstName]').fill('Linh');
      await agentBox(page).click();
      await count('4 of 4 agents');
      expect(await page.locator('[name=firstName]').inputValue()).toBe('Linh');
    } finally {
      await slow[Symbol.asyncDispose]();
    }
  });
  test('an agent that is listed twice stands there once', SLOW, async () => {
    scene.mocks.setScenario({ service: 'agents', scenario: 'duplicates' });
    page = await openSelector();
    await refresh();
    await count('4 of 4 agents');
    await expect.poll(() => agentRows(page).count()).toBe(4);
  });
  test('10 MB of agents come through the whole stack, and can be searched', SLOW, async () => {
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

describe('the list in the browser', () => {
  test('is fresh for 120 seconds: until then nothing is asked, afterwards once', async () => {
    const context = await scene.context();
    const asked: string[] = [];
    context.on('request', (request) => request.url().includes('/api/agent-list') && asked.push(request.url()));
    page = await scene.open(context);
    await page.clock.install();
    await openAgentForm(page, 'agent-student-form');
    await agentBox(page).waitFor();
    const again = async () => {
      await button(page, 'Back').click();
      await page.locator('main[data-view=agent]').waitFor();
      await openCard(page, 'agent-student-form');
      await agentBox(page).waitFor();
    };
    // A list that is still under way would be given up by the clock, and asked for again.
    await agentBox(page).click();
    await count('4 of 4 agents');
    await page.keyboard.press('Escape');
    expect(asked).toHaveLength(1);
    // It stands from here on: what follows takes a slow machine some of the seconds that are left.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 100_000);
    await again();
    expect(asked).toHaveLength(1);
    await page.clock.fastForward(25_000);
    await again();
    await expect.poll(() => asked.length).toBe(2);
  });
});

describe('the agent selector on a narrow screen', () => {
  const NAME = 'Annapurna International Education, Migration and Career Services of the Kathmandu Valley Branch';
  test('a long name is wrapped at 320 pixels, in the list and once chosen, and nothing is cut', SLOW, async () => {
    const narrow = await openScene({
      agents: [agent(NAME, 'Nepal', 'Sita Gurung', '14 New Road, Kathmandu'), ...AGENTS],
    });
    try {
      page = await narrow.open({ ...PHONE, viewport: { width: 320, height: 640 } });
      await openAgentForm(page, 'agent-student-form');
      await agentBox(page).click();
      const row = agentRows(page).filter({ hasText: NAME });
      await row.waitFor();
      const cut = (element: Element) =>
        [element, ...element.querySelectorAll('*')].filter(
          (one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1,
        ).length;
      expect(await row.evaluate(cut)).toBe(0);
      await row.click();
      await expect.poll(() => agentBox(page).innerText()).toContain(NAME);
      expect(await agentBox(page).evaluate((box) => box.scrollWidth <= box.clientWidth)).toBe(true);
      expect(await excessWidth(page)).toBe(0);
    } finally {
      await narrow[Symbol.asyncDispose]();
    }
  });
});

describe('the open agent selector', () => {
  const screens = [
    ['a desktop', DESKTOP],
    ['a phone', PHONE],
  ] as const;
  test.each(screens)('has no grave fault of accessibility on %s', SLOW, async (_on, options) => {
    page = await openSelector(options);
    await count('4 of 4 agents');
    await page.keyboard.press('ArrowDown');
    expect(await graveFaults(page)).toEqual([]);
  });
});

describe('the agent selector and unsafe names', () => {
  test('markup in a name is text', SLOW, async () => {
    scene.mocks.setScenario({ service: 'agents', scenario: 'odd-rows' });
    page = await openSelector();
    await refresh();
    await agentSearch(page).fill('<img');
    await count('1 of 5 agents');
    expect(await agentRows(page).innerText()).toContain('<img src=x onerror=alert(1)>');
    expect(await page.locator('[role=option] img').count()).toBe(0);
    await agentRows(page).click();
    await expect.poll(() => agentBox(page).innerText()).toContain('<img src=x onerror=alert(1)>');
    expect(await page.locator('form img').count()).toBe(0);
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
