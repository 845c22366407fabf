import { expect } from 'vitest';
import { openAnotherSite } from '../support/another-site.ts';
import { draftId } from '../support/applicant.ts';
import type { Journey } from '../support/journey.ts';

/** One letter per visit: of 50 runs, 49 find a loss that happens in a third of the visits. */
const LETTERS = 'abcdefghij';
const NAME = { css: '[name=firstName]:enabled' };

export const anotherSite: Journey = {
  title: 'text typed just before another site replaces the page is there after an immediate return',
  async walk({ arrive }) {
    const site = await openAnotherSite();
    try {
      const person = await arrive();
      await person.enter('student-form');
      await person.sees({ css: 'main[data-draft]' });
      const id = await draftId(person);
      for (const [visit, letter] of [...LETTERS].entries()) {
        await person.click(NAME);
        await person.tab.key('End');
        await person.tab.type(NAME, letter);
        // Not awaited: the page keeps it because it is left.
        await person.tab.run((url: string) => void location.assign(url), site.url);
        await person.until('the other site was open', async () => site.visits() === visit + 1);
        await person.until('the page is back', () =>
          person.tab.run((host: string) => location.host !== host, site.host),
        );
        await person.adopted();
        await person.sees(NAME);
        const typed = LETTERS.slice(0, visit + 1);
        await person.until(`'${typed}' is there`, async () => (await person.value('firstName')) === typed);
      }
      expect(await draftId(person)).toBe(id);
      expect(await person.count('[data-draft-id]')).toBe(1);
    } finally {
      await site.close();
    }
  },
};
