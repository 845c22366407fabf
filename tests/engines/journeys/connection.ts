import { expect } from 'vitest';
import { confirmApplication, draftId, fillApplication, saved } from '../support/applicant.ts';
import type { Journey } from '../support/journey.ts';
import type { Person } from '../support/person.ts';

/** What each engine says of a call that did not get through, also where the service worker made it for a script. */
const CALL_FAILED =
  /Failed to load resource|net::ERR_|NetworkError|Could not connect|NETWORK ERROR|no-response :: |Cannot load \S+\.m?js\./;

/** The service worker looks after this page, and has the lists. */
const keptOffline = (person: Person): Promise<void> =>
  person.until('the page is kept for being offline', () =>
    person.tab.run(async () => {
      const lists = await (await caches.open('lists')).keys();
      return navigator.serviceWorker.controller !== null && lists.length >= 5;
    }),
  );

export const offline: Journey = {
  title: 'after one visit the application opens without our server, takes answers and says that it is offline',
  async walk({ visit, arrive, product, expectTrouble }) {
    expectTrouble(CALL_FAILED);
    const browser = await visit();
    const first = await arrive(browser);
    await keptOffline(first);
    await first.seesNot({ css: 'strong', name: 'A new version is ready' });
    await product.stop();
    const person = await arrive(browser);
    await person.sees({ css: 'main[data-online="false"]' });
    await person.enter('student-form');
    await person.reads('You are offline');
    await person.answers('firstName', 'Amelia');
    await saved(person);
    await person.reload();
    await person.until('the answer is there', async () => (await person.value('firstName')) === 'Amelia');
  },
};

export const outbox: Journey = {
  title: 'what is confirmed without our server waits in the outbox over a reload, and is sent once when it is back',
  async walk({ arrive, product, mocks, expectTrouble }) {
    expectTrouble(CALL_FAILED);
    const person = await arrive();
    await keptOffline(person);
    await fillApplication(person);
    const id = await draftId(person);
    await product.stop();
    await confirmApplication(person);
    await person.reads('Network error occurred. Please check your connection and try again.');
    await person.reads('Saved. We will send it when you are online.');
    await person.reload();
    await product.start();
    await person.until('the workflow has it', async () => {
      return mocks.effects('student-workflow').some(({ key }) => key === id);
    });
    await person.reads(mocks.offers()[0]?.offerId ?? 'an offer');
    expect(mocks.effects('student-workflow')).toHaveLength(1);
    expect(mocks.offers()).toHaveLength(1);
  },
};
