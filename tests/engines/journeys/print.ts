import { expect } from 'vitest';
import { REVIEW_TITLES } from '../../support/review-titles.ts';
import { confirmApplication, DOCUMENTS, fillApplication } from '../support/applicant.ts';
import type { Journey } from '../support/journey.ts';
import { readPaper } from '../support/paper.ts';
import type { Person } from '../support/person.ts';

const INSTITUTE = 'Southbank Institute of Building and Design';
/** Controls on the screen that have no use on paper. */
const PRESSED = /\b(Edit|Confirm|Close|Copy|Print|Next|Previous|Back)\b/;

/** Prints the screen: all these words are on the paper, in this order, and nothing is beyond its edges. */
async function prints(person: Person, words: readonly string[]): Promise<void> {
  const { pages, text, beyond } = await readPaper(await person.tab.print());
  expect(
    pages.filter((page) => page === ''),
    'empty pages',
  ).toEqual([]);
  expect(beyond, 'beyond the edges').toEqual([]);
  const found = words.filter((wanted) => text.includes(wanted));
  expect(found).toEqual(words);
  const places = words.map((wanted) => text.indexOf(wanted));
  expect(places, text).toEqual(places.toSorted((one, other) => one - other));
  expect(text).not.toMatch(PRESSED);
}

export const printed: Journey = {
  title: 'the review and the receipt are printed whole, with every section and document, and with no button',
  async walk({ arrive, mocks }) {
    const person = await arrive();
    await fillApplication(person);
    await person.press('Submit Application');
    await person.sees({ css: '[role=dialog], dialog', name: 'Application Review' });
    const documents = DOCUMENTS.map(({ name }) => name);
    await prints(person, [INSTITUTE, 'Application Review', ...REVIEW_TITLES, 'Uploaded Documents', ...documents]);

    await person.press('Back to Edit');
    await confirmApplication(person);
    await person.reads('Application submitted successfully!');
    const [offer] = mocks.offers();
    const head = [INSTITUTE, 'Application receipt', offer?.offerId ?? 'an offer'];
    await prints(person, [...head, ...documents, ...REVIEW_TITLES]);
  },
};
