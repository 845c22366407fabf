import { saved } from '../support/applicant.ts';
import type { Journey } from '../support/journey.ts';
import type { Person } from '../support/person.ts';

/** Each engine's message for a failed call, including calls that the service worker made for a script. */
const CALL_FAILED =
  /Failed to load resource|net::ERR_|NetworkError|Could not connect|NETWORK ERROR|no-response :: |Cannot load \S+\.m?js\./;

/** Waits until the service worker controls this page and has cached the lists. */
const keptOffline = (person: Person): Promise<void> =>
  person.until('the page is kept for being offline', () =>
    person.tab.run(async () => {
      const lists = await (await caches.open('lists')).keys();
      return navigator.serviceWorker.controller !== null && lists.length >= 5;
    }),
  );

export const offline: Journey = {
  title: 'after one visit, the application opens without our server, accepts answers and shows that it is offline',
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
