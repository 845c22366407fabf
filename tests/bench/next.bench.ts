import { DESKTOP, launchBrowser } from '../browser/support/browser.ts';
import { openCard } from '../browser/support/wizard.ts';
import { startProduct } from '../support/product.ts';
import { type Bench, type Figure, median } from './figure.ts';
import { type NextPeers, serveNextPeers } from './support/next-peers/serve.ts';
import { type Cost, press, slowDown } from './support/press.ts';

const ROUNDS = 9;
const RATES = [1, 4];
/** The ratio to plain HTML (docs/decisions/0014-fast-forms.md); react-hook-form is shown for comparison. */
const LIMIT = {
  budget: 1.5,
  knownMiss: { figure: 2.7, reason: 'less would take messages that are written beside React' },
};

const NEXT = { button: 'Next', until: '[id$="-error"]' };

type Contestant = 'ours' | 'plain' | 'hookForm';
type Costs = Readonly<Record<Contestant, Cost[]>>;

/** Measures Next with empty answers, compared with the same questions in plain HTML and in react-hook-form. */
const bench: Bench = async () => {
  await using product = await startProduct({ env: { DEV_TOOLS: '0' } });
  const peers = await serveNextPeers();
  const browser = await launchBrowser();
  const pressOnce = async (contestant: Contestant, rate: number): Promise<Cost> => {
    const context = await browser.newContext({ ...DESKTOP, serviceWorkers: 'block', reducedMotion: 'reduce' });
    try {
      const page = await context.newPage();
      await page.goto(contestant === 'ours' ? product.url : peers[contestant]);
      if (contestant === 'ours') {
        await openCard(page, 'student-form');
        await page.locator('main[data-draft]').waitFor();
        await page.locator('[data-save-state="saved"]').first().waitFor();
        await page.locator('form button:enabled', { hasText: 'Next' }).waitFor();
      } else await page.locator('html[data-ready] form button').waitFor();
      return await press(await slowDown(page, rate), NEXT);
    } finally {
      await context.close();
    }
  };
  try {
    const figures: Figure[] = [];
    for (const rate of RATES) {
      const costs: Costs = { ours: [], plain: [], hookForm: [] };
      // In turn, so that a slow moment of the machine affects all of them.
      for (let round = 0; round < ROUNDS; round += 1)
        for (const contestant of ['ours', 'plain', 'hookForm'] as const)
          costs[contestant].push(await pressOnce(contestant, rate));
      figures.push(...figuresOf(rate, costs));
    }
    return figures;
  } finally {
    await browser.close();
    await peers.close();
  }
};
export default bench;

const PEERS = { plain: 'plain HTML', hookForm: 'react-hook-form' } as const satisfies Partial<
  Record<keyof NextPeers, string>
>;

function figuresOf(rate: number, costs: Costs): Figure[] {
  const of = (contestant: Contestant, part: keyof Cost) => median(costs[contestant].map((cost) => cost[part]));
  return (['busy', 'painted'] as const).flatMap((part) =>
    (['plain', 'hookForm'] as const).map((peer) => ({
      what: `Next on an empty step 1 at ${rate}x, ${part === 'busy' ? 'script+style+layout' : 'until painted'}`,
      value: of('ours', part),
      unit: 'ms' as const,
      peer: { what: PEERS[peer], value: of(peer, part) },
      ...(part === 'busy' && peer === 'plain' && LIMIT),
    })),
  );
}
