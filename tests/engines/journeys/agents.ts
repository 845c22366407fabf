import { expect } from 'vitest';
import { AGENT } from '../../browser/support/scene.ts';
import { fieldsOf, MINIMAL } from '../../browser/support/student.ts';
import { attachDocuments, confirmApplication, goOn, saved } from '../support/applicant.ts';
import type { Journey } from '../support/journey.ts';

const VALUE = `${AGENT.name}|${AGENT.country}`;
const ANSWERS = { ...MINIMAL, howDidYouHearAboutUs: 'Agent', selectedAgent: '' };
const BOX = { css: '[role=combobox]', name: 'Agent', part: true };
const SEARCH = { css: 'input[aria-label="Search agents"]' };
const ROW = { css: '[role=option]', name: AGENT.name, part: true };

export const agentSelector: Journey = {
  title: 'an agent chooses their agency in the selector, and the application goes to the agents’ workflow',
  async walk({ arrive, mocks }) {
    const person = await arrive();
    await person.enter('agent');
    await person.enter('agent-student-form');
    await person.sees({ css: 'main[data-draft]' });
    await person.click(BOX);
    await person.sees(SEARCH);
    await person.tab.type(SEARCH, 'zzzz');
    await person.reads('No agents found matching your criteria');
    await person.tab.key('Escape');
    await person.seesNot(SEARCH);
    await person.click(BOX);
    await person.sees(SEARCH);
    await person.tab.type(SEARCH, 'mei LIN');
    await person.click(ROW);
    await person.seesNot(SEARCH);
    await person.until('the agent is chosen', async () => (await person.value('selectedAgent')) === VALUE);
    await saved(person);
    await person.reload();
    await person.until('the agent is there again', async () => (await person.value('selectedAgent')) === VALUE);

    for (const step of [1, 2, 3]) {
      await person.hasAnswered(ANSWERS, fieldsOf(step));
      await goOn(person, step + 1);
    }
    await person.hasAnswered(ANSWERS, fieldsOf(4));
    await attachDocuments(person);
    await confirmApplication(person);
    await person.reads('Application submitted successfully!');
    expect(mocks.received({ service: 'agent-workflow' })).toMatchObject([{ body: { SelectedAgent: VALUE } }]);
    expect(mocks.received({ service: 'student-workflow' })).toEqual([]);
  },
};
