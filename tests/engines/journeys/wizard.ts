import { expect } from 'vitest';
import { fieldsOf, MINIMAL } from '../../browser/support/student.ts';
import { goOn, reachStep } from '../support/applicant.ts';
import type { Journey } from '../support/journey.ts';
import type { Person } from '../support/person.ts';

async function answerByHand(person: Person, step: number): Promise<void> {
  for (const name of fieldsOf(step)) {
    const answer = Reflect.get(MINIMAL, name);
    if (answer !== undefined && answer !== '') await person.answers(name, String(answer));
  }
}

export const byHand: Journey = {
  title:
    'all four steps can be answered with mouse and keys alone; missing answers are shown, and Back keeps what is there',
  async walk({ arrive }) {
    const person = await arrive();
    await reachStep(person, 1);
    await person.press('Next', 'form');
    await person.sees({ css: '#firstName-error' });
    const focused = () => person.tab.run(() => document.activeElement?.getAttribute('data-part'));
    expect(await focused()).toBe('summary');
    await answerByHand(person, 1);
    await goOn(person, 2);
    // The history gets the step with the next paint: a person goes back only after they see it.
    await person.until('step 2 has its place', () => person.tab.run(() => window.history.state?.step === 2));
    await person.tab.back();
    await person.sees({ css: 'form[data-step="1"]' });
    for (const name of ['title', 'firstName', 'gender', 'dateOfBirth', 'countryOfBirth', 'passportExpiryDate'])
      expect(await person.value(name), name).toBe(MINIMAL[name]);
    await person.tab.forward();
    await person.sees({ css: 'form[data-step="2"]' });
    for (const step of [2, 3]) {
      await answerByHand(person, step);
      await goOn(person, step + 1);
    }
    await answerByHand(person, 4);
    for (const name of fieldsOf(4)) {
      const answer = Reflect.get(MINIMAL, name);
      if (typeof answer === 'string' && answer !== '') expect(await person.value(name), name).toBe(answer);
    }
    for (const step of [3, 2, 1]) {
      await person.press('Previous', 'form');
      await person.sees({ css: `form[data-step="${step}"]` });
    }
  },
};
