import { expect } from 'vitest';
import { fieldsOf, MINIMAL } from '../../browser/support/student.ts';
import { goOn } from '../support/applicant.ts';
import type { Journey } from '../support/journey.ts';
import type { Person } from '../support/person.ts';

/** Widths of an iPhone SE of 2016 and of most phones today, in CSS pixels. */
const WIDTHS = [320, 390];
const HEIGHT = 844;

/** How far the page is wider than the window, and the controls wider than their container, in pixels. */
async function excess(person: Person, width: number): Promise<object> {
  await person.tab.resize({ width, height: HEIGHT });
  await person.until(`the window is ${width} px wide`, () =>
    person.tab.run((wanted) => window.innerWidth === wanted, width),
  );
  return person.tab.run(() => {
    const right = document.documentElement.clientWidth;
    const controls = [...document.querySelectorAll<HTMLElement>('main :is(input, select, textarea, button)')];
    const beyond = controls.filter((one) => one.getBoundingClientRect().right > right + 1 && one.offsetWidth > 1);
    return {
      page: document.documentElement.scrollWidth - right,
      controls: beyond.map((one) => one.getAttribute('name') ?? one.textContent),
    };
  });
}

export const widths: Journey = {
  title: 'no page of the application is wider than a window of 320 or 390 px, regardless of the choices in it',
  async walk({ arrive }) {
    const person = await arrive();
    const fits = async (where: string) => {
      for (const width of WIDTHS)
        expect(await excess(person, width), `${where} at ${width} px`).toEqual({ page: 0, controls: [] });
    };
    await fits('the landing page');
    await person.enter('agent');
    await fits("the agents' page");
    await person.enter('agent-student-form');
    await person.sees({ css: 'main[data-draft]' });
    await fits('step 1 with the agent selector');
    await person.press('Back');
    await person.enter('new-agent');
    await person.press('Submit Application');
    await fits('the agency form with its errors');
    await person.press('Back');
    await person.press('Back');
    await person.enter('student-form');
    await person.sees({ css: 'main[data-draft]' });
    for (const step of [1, 2, 3, 4]) {
      await fits(`step ${step}`);
      await person.hasAnswered(MINIMAL, fieldsOf(step));
      await fits(`step ${step}, answered`);
      if (step < 4) await goOn(person, step + 1);
    }
  },
};
