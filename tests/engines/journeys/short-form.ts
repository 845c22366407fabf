import { expect } from 'vitest';
import { makePdf, sha256 } from '../../support/pdf.ts';
import { SHORT_ANSWERS } from '../../support/short-answers.ts';
import type { Journey } from '../support/journey.ts';

const year = new Date().getFullYear();
const PROOF = { name: 'visa.pdf', bytes: makePdf({ mark: 'proof' }) };

export const shortForm: Journey = {
  title: 'the short form is answered by hand, submitted with a file, and arrives as it was typed',
  async walk({ arrive, mocks }) {
    const person = await arrive();
    await person.enter('short-form');
    await person.sees({ css: 'main[data-draft]' });
    for (const [name, answer] of Object.entries(SHORT_ANSWERS)) await person.answers(name, answer);
    await person.attaches('residency-proof', PROOF);
    await person.reads('Uploaded');
    await person.press('Submit Application');
    await person.reads('Application submitted successfully!');
    const [call, ...others] = mocks.received({ service: 'student-flow' });
    expect(others).toEqual([]);
    expect(call?.body).toMatchObject(SHORT_ANSWERS);
    expect(call?.files).toMatchObject([{ filename: PROOF.name, sha256: sha256(PROOF.bytes) }]);
    await person.press('Close');
    await person.sees({ css: 'main[data-view="home"]' });
    expect(await person.count('[data-draft-id]')).toBe(0);
  },
};

const HALF = { month: '06', day: '06', year: '' };
const noDate = (field: string) => ({
  css: `[data-field=${field}] [data-part=error]`,
  name: 'Please enter a valid date',
});

export const halfTyped: Journey = {
  title: 'a date that is left half typed is said to be no valid one, required or not, and nothing is sent without it',
  async walk({ arrive, mocks }) {
    const person = await arrive();
    await person.enter('student-form');
    await person.sees({ css: 'main[data-draft]' });
    await person.tab.typeDate({ css: '[name=dateOfBirth]' }, HALF);
    await person.click({ css: '[name=firstName]' });
    await person.sees(noDate('dateOfBirth'));
    await person.answers('dateOfBirth', '2001-05-17');
    await person.click({ css: '[name=firstName]' });
    await person.seesNot({ css: '[data-field=dateOfBirth] [data-part=error]' });

    const second = await arrive();
    await second.enter('short-form');
    await second.sees({ css: 'main[data-draft]' });
    await second.hasAnswered(SHORT_ANSWERS);
    await second.tab.typeDate({ css: '[name=visaExpiryDate]' }, HALF);
    await second.press('Submit Application');
    await second.sees(noDate('visaExpiryDate'));
    expect(mocks.received({ service: 'student-flow' })).toEqual([]);
    await second.answers('visaExpiryDate', `${year + 2}-06-30`);
    await second.press('Submit Application');
    await second.reads('Application submitted successfully!');
    expect(mocks.received({ service: 'student-flow' })[0]?.body).toMatchObject({
      visaExpiryDate: `${year + 2}-06-30`,
    });
  },
};
