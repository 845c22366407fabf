import { expect } from 'vitest';
import { startLoopbackProxy } from '../../support/loopback-proxy.ts';
import { saved } from '../support/applicant.ts';
import type { Journey } from '../support/journey.ts';
import type { Person } from '../support/person.ts';

export const beforeScripts: Journey = {
  title: 'before any script loads, the landing page is readable, and step 1 keeps everything typed',
  async walk({ person: newPerson, product }) {
    const held = Promise.withResolvers<'pass'>();
    const proxy = await startLoopbackProxy(product.url);
    proxy.decide(({ path }) => (/^\/assets\/.*\.js/.test(path) ? held.promise : 'pass'));
    try {
      const person = await newPerson();
      await person.tab.go(proxy.url);
      await person.sees({ css: 'h1', name: 'Online Application Form' });
      await person.enter('student-form');
      await person.answers('firstName', 'Ameli');
      expect(await person.count('html[data-adopted]')).toBe(0);
      held.resolve('pass');
      await person.adopted();
      expect(await person.value('firstName')).toBe('Ameli');
      await person.answers('firstName', 'a');
      await saved(person);
      await person.reload();
      await person.until('the name is there again', async () => (await person.value('firstName')) === 'Amelia');
    } finally {
      held.resolve('pass');
      await proxy.close();
    }
  },
};

/** Longer than the page rests before it snaps to one of its two screens. */
const LONG_PRESS_MS = 400;
const SHORT_PRESS_MS = 80;
const card = (view: string) => ({ css: `#portal [data-go="${view}"]` });

/** Whether the whole card is in the window. */
const isWholly = (person: Person, view: string): Promise<boolean> =>
  person.tab.run((css: string) => {
    const { top = -1, bottom = 0 } = document.querySelector(css)?.getBoundingClientRect() ?? {};
    return top >= 0 && bottom <= window.innerHeight;
  }, card(view).css);

/**
 * Runs in the page. Scrolls, like a free-spinning wheel, until the card is near the lower edge of the window, and stops
 * at a mouse press. The page reports the scroll itself, because a slow engine reports it late.
 */
function moveUntilPressed(css: string): void {
  const { bottom = 0 } = document.querySelector(css)?.getBoundingClientRect() ?? {};
  const top = window.scrollY + bottom - window.innerHeight + 10;
  const move = () => {
    window.scrollTo({ top, behavior: 'instant' });
    window.dispatchEvent(new Event('scroll'));
  };
  const moving = setInterval(move, 20);
  window.addEventListener('pointerdown', () => clearInterval(moving), { once: true, capture: true });
  move();
}

export const pressedCard: Journey = {
  title: 'a mouse click opens a card of the landing page, even right after scrolling',
  async walk({ arrive }) {
    const turning = await arrive();
    await turning.tab.wheel(120);
    await turning.until('the card is in the window', () => isWholly(turning, 'student-form'));
    await turning.tab.press(card('student-form'), SHORT_PRESS_MS);
    await turning.sees({ css: 'main[data-view="student-form"]' });

    const stopping = await arrive();
    await stopping.tab.run(moveUntilPressed, card('agent').css);
    await stopping.until('the card is in the window', () => isWholly(stopping, 'agent'));
    await stopping.tab.press(card('agent'), LONG_PRESS_MS);
    await stopping.sees({ css: 'main[data-view="agent"]' });
  },
};
