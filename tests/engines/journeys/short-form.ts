import { expect } from 'vitest';
import { SHORT_ANSWERS } from '../../support/short-answers.ts';
import type { Journey } from '../support/journey.ts';

const year = new Date().getFullYear();

const HALF = { month: '06', day: '06', year: '' };
const noDate = (field: string) => ({
  css: `[data-field=${field}] [data-part=error]`,
  name: 'Please enter a valid date',
});

export const halfTyped: Journey = {
  title: 'a half-typed date is reported as invalid, required or not, and the form is not sent before it is valid',
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
