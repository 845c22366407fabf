import type { Engine, Tab } from '../engines/support/engine.ts';
import { hasEngine } from '../engines/support/engine-paths.ts';
import { Person } from '../engines/support/person.ts';
import { openFirefox } from '../engines/support/playwright-engine.ts';
import { openWebKit } from '../engines/support/webkit-engine.ts';
import { startProduct } from '../support/product.ts';
import { type Bench, type Figure, median } from './figure.ts';
import { serveNextPeers } from './support/next-peers/serve.ts';
import { servePlainForm } from './support/plain-form.ts';
import { serveWatched } from './support/watched-pages.ts';

const ROUNDS = 5;
/** Chromium has separate benches, because its driver reports more (page, next). */
const OTHERS = ['firefox', 'webkit'] as const;
const KEYS = 'abcdefghijklmnopqrstuvwxyz'.repeat(2);

const OPENERS: Readonly<Record<(typeof OTHERS)[number], () => Promise<Engine>>> = {
  firefox: openFirefox,
  webkit: openWebKit,
};

/** Measured in the page, in milliseconds: no driver of an engine reports the work of its threads. */
declare global {
  interface Window {
    measured?: { firstField?: number; keys: number; begun?: number; pressed?: number };
  }
}

/**
 * Runs in the page before its scripts: presses the Student card, records the first field, and times keys and presses.
 */
function watch(): void {
  const measured: NonNullable<Window['measured']> = { keys: 0 };
  window.measured = measured;
  const look = (): void => {
    const field = document.querySelector<HTMLElement>('#root [name=firstName], form [name=firstName]');
    if (field?.checkVisibility() === true) measured.firstField = performance.now();
    else {
      document.querySelector<HTMLElement>('#root [data-go="student-form"]')?.click();
      requestAnimationFrame(look);
    }
  };
  requestAnimationFrame(look);
  let begun = 0;
  const after = new MessageChannel();
  after.port1.onmessage = () => {
    document.body.getBoundingClientRect();
    measured.keys += performance.now() - begun;
  };
  // Time from the key to the task after its character, including the layout.
  window.addEventListener('keydown', () => (begun = performance.now()), true);
  window.addEventListener('input', () => after.port2.postMessage(null), true);
  window.addEventListener(
    'click',
    ({ target }) => {
      if (!(target instanceof Element) || target.closest('form button')?.textContent !== 'Next') return;
      const pressed = performance.now();
      const seen = () => {
        if (document.querySelector('[id$="-error"]') === null) return void requestAnimationFrame(seen);
        // A frame's callback runs before its painting; a separate task runs after it.
        requestAnimationFrame(() => setTimeout(() => (measured.pressed = performance.now() - pressed)));
      };
      requestAnimationFrame(seen);
    },
    true,
  );
}

type Measure = (tab: Tab, url: string) => Promise<number>;

const firstField: Measure = async (tab, url) => {
  const person = new Person(tab, '');
  await tab.go(url);
  await person.until('the first field is there', () => tab.run(() => window.measured?.firstField !== undefined));
  return tab.run(() => window.measured?.firstField ?? Number.NaN);
};

/** Waits until its scripts are loaded and it has a draft; a page without scripts is ready immediately. */
async function settled(tab: Tab): Promise<void> {
  await new Person(tab, '').until('the page has settled', () =>
    tab.run(() => document.querySelector('#root') === null || document.querySelector('main[data-draft]') !== null),
  );
}

const keyPress: Measure = async (tab, url) => {
  await firstField(tab, url);
  await settled(tab);
  const field = { css: '[name=firstName]' };
  await tab.type(field, 'warm');
  await tab.run(() => void Object.assign(window.measured ?? {}, { keys: 0 }));
  await tab.type(field, KEYS);
  return (await tab.run(() => window.measured?.keys ?? Number.NaN)) / KEYS.length;
};

const next: Measure = async (tab, url) => {
  await firstField(tab, url);
  await settled(tab);
  const person = new Person(tab, '');
  await person.press('Next', 'form');
  await person.until('the messages are painted', () => tab.run(() => window.measured?.pressed !== undefined));
  return tab.run(() => window.measured?.pressed ?? Number.NaN);
};

/**
 * Measures first field, key press and Next in each installed engine and with plain HTML in the same engine. There is no
 * budget.
 */
const bench: Bench = async () => {
  await using product = await startProduct({ env: { DEV_TOOLS: '0' } });
  const [form, peers] = [await servePlainForm(), await serveNextPeers()];
  const [ours, plain, plainNext] = await Promise.all([
    serveWatched(product.url, watch),
    serveWatched(form.url, watch),
    serveWatched(peers.plain, watch),
  ]);
  const servers = [ours, plain, plainNext, form, peers];
  try {
    const figures: Figure[] = [];
    for (const name of OTHERS.filter(hasEngine)) {
      const engine = await OPENERS[name]();
      const where = `${name} ${engine.version}`;
      figures.push(
        await compare(engine, `${where}: usable first field`, firstField, ours.url, plain.url),
        await compare(engine, `${where}: a key press`, keyPress, ours.url, plain.url),
        await compare(
          engine,
          `${where}: Next on an empty step 1, until painted`,
          next,
          ours.url,
          `${plainNext.url}plain`,
        ),
      );
      await engine.close();
    }
    return figures;
  } finally {
    for (const server of servers) await server.close();
  }
};
export default bench;

/** Medians of both pages, measured in turn, so that a slow moment of the machine affects both. */
async function compare(engine: Engine, what: string, measure: Measure, ours: string, peer: string): Promise<Figure> {
  const once = async (url: string) => {
    const visit = await engine.visit();
    try {
      return await measure(await visit.open(), url);
    } finally {
      await visit.close();
    }
  };
  const [mine, theirs]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    mine.push(await once(ours));
    theirs.push(await once(peer));
  }
  return { what, value: median(mine), unit: 'ms', peer: { what: 'plain HTML', value: median(theirs) } };
}
