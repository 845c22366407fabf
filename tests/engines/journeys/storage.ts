import { expect } from 'vitest';
import { makePdf } from '../../support/pdf.ts';
import { draftId, reachStep, saved, uploaded } from '../support/applicant.ts';
import type { Journey } from '../support/journey.ts';

export const killed: Journey = {
  title: 'a killed browser has its answers and its document after a restart',
  async walk({ visit, arrive, directory }) {
    const before = await visit({ profile: `${directory}/profile` });
    const person = await arrive(before);
    await reachStep(person, 4);
    await person.attaches('cv', { name: 'cv.pdf', bytes: makePdf({ mark: 'cv' }) });
    await uploaded(person, 1);
    await person.answers('howDidYouHearAboutUs', 'Other');
    await saved(person);
    const id = await draftId(person);
    await before.kill();

    const again = await arrive(await visit({ profile: `${directory}/profile` }));
    // Closes the first visit, as at the end of a journey. Its browser is gone, and the new one must stay open.
    await before.close();
    // A browser writes localStorage some seconds late, and the view is stored there.
    if ((await again.attribute('main', 'data-view')) === 'home') await again.enter('student-form');
    await again.sees({ css: 'form[data-step="4"]' });
    await again.reads('cv.pdf');
    await again.until('the last answer is there', async () => {
      return (await again.value('howDidYouHearAboutUs')) === 'Other';
    });
    await uploaded(again, 1);
    expect(await draftId(again)).toBe(id);
  },
};

export const twoTabs: Journey = {
  title: 'a second tab shows the draft read-only until it takes over with everything typed',
  async walk({ visit, arrive }) {
    const browser = await visit();
    const first = await arrive(browser);
    await first.enter('student-form');
    await first.sees({ css: 'main[data-draft]' });
    await first.answers('firstName', 'Amelia');
    await saved(first);
    const second = await arrive(browser);
    if ((await second.attribute('main', 'data-view')) === 'home') await second.enter('student-form');
    await second.reads('open in another tab');
    await second.until('it shows the same', async () => (await second.value('firstName')) === 'Amelia');
    expect(await second.count('[name=firstName]:disabled')).toBe(1);

    await first.answers('familyName', 'Hall');
    await second.press('Take over');
    await first.reads('open in another tab');
    await second.until('all of it is there', async () => (await second.value('familyName')) === 'Hall');
    await second.answers('middleName', 'Rose');
    await saved(second);
    await first.until('the first one follows', async () => (await first.value('middleName')) === 'Rose');
    expect(await first.count('[name=firstName]:disabled')).toBe(1);
  },
};
