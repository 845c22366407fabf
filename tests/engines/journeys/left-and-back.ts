import { expect } from 'vitest';
import { draftId, saved } from '../support/applicant.ts';
import type { Journey } from '../support/journey.ts';
import type { Person } from '../support/person.ts';

const ELSEWHERE = 'about:blank';

/** The number of drafts in the page's list. */
const drafts = (person: Person): Promise<number> => person.count('[data-draft-id]');

async function leave(person: Person): Promise<void> {
  await person.tab.go(ELSEWHERE);
  await person.until('the page is left', () => person.tab.run(() => location.protocol === 'about:'));
}

async function comeBack(person: Person): Promise<void> {
  await person.tab.back();
  await person.adopted();
  await person.sees({ css: 'main[data-draft]' });
}

export const leftAndBack: Journey = {
  title: 'text typed just before leaving the page is there after Back, in the same draft',
  async walk({ arrive }) {
    const person = await arrive();
    await person.enter('student-form');
    await person.sees({ css: 'main[data-draft]' });
    const id = await draftId(person);
    await person.answers('firstName', 'Amelia');
    // Not awaited: the page keeps it because it is left.
    await leave(person);
    await comeBack(person);
    await person.until('the name is there', async () => (await person.value('firstName')) === 'Amelia');
    await person.answers('familyName', 'Hall');
    await saved(person);
    await person.reload();
    await person.until('both names are there', async () => {
      return (await person.value('familyName')) === 'Hall' && (await person.value('firstName')) === 'Amelia';
    });
    expect(await draftId(person)).toBe(id);
    expect(await drafts(person)).toBe(1);
  },
};

export const backToNewer: Journey = {
  title: 'a page that is shown again has another tab’s later changes, and overwrites none',
  async walk({ visit, arrive }) {
    const browser = await visit();
    const first = await arrive(browser);
    await first.enter('student-form');
    await first.sees({ css: 'main[data-draft]' });
    await first.answers('firstName', 'Amelia');
    await saved(first);
    await leave(first);

    const second = await arrive(browser);
    if ((await second.attribute('main', 'data-view')) === 'home') await second.enter('student-form');
    await second.sees({ css: '[name=familyName]:enabled' });
    await second.until('it has the name', async () => (await second.value('firstName')) === 'Amelia');
    await second.answers('familyName', 'Hall');
    await saved(second);

    await comeBack(first);
    await first.reads('open in another tab');
    await first.until('it shows the newer answer', async () => (await first.value('familyName')) === 'Hall');
    expect(await first.count('[name=familyName]:disabled')).toBe(1);
    expect(await drafts(first)).toBe(1);
    await second.answers('middleName', 'Rose');
    await saved(second);
    await first.until('it follows', async () => (await first.value('middleName')) === 'Rose');
    expect(await second.value('familyName')).toBe('Hall');
  },
};
