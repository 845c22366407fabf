import { expect } from 'vitest';
import { PASSPHRASE, readEverything, textsIn } from '../../browser/support/shared-computer.ts';
import { MINIMAL } from '../../browser/support/student.ts';
import { makePdf } from '../../support/pdf.ts';
import { reachStep, saved, uploaded } from '../support/applicant.ts';
import type { Journey } from '../support/journey.ts';
import type { Person } from '../support/person.ts';

const PDF_WORDS = 'words-of-a-passport';
const TYPED = { firstName: 'Zebulon', familyName: 'Quillfeather', passportNumber: 'E7654321' };
const SECRETS = [...Object.values(TYPED), 'passport.pdf', PDF_WORDS];
const LOCKED = { css: 'h1', name: 'Your applications are locked' };

const readable = async (person: Person) => textsIn(await person.tab.run(readEverything), SECRETS);

/** Goes to step 4 with a document. */
async function fill(person: Person): Promise<void> {
  await reachStep(person, 4, { ...MINIMAL, ...TYPED });
  await person.attaches('passport', { name: 'passport.pdf', bytes: makePdf({ mark: PDF_WORDS }) });
  await uploaded(person, 1);
  await saved(person);
}

async function toAgents(person: Person): Promise<void> {
  await person.press('Back to home');
  await person.enter('agent');
}

async function share(person: Person): Promise<void> {
  await person.press('Protect my work with a passphrase');
  for (const name of ['chosen', 'again']) await person.answers(name, PASSPHRASE);
  await person.answers('understood', 'yes');
  await person.press('Turn on the passphrase');
  await person.reads('Your applications have a passphrase.');
}

export const sharedComputer: Journey = {
  title: 'a locked shared computer stores and shows nothing readable, and the passphrase brings everything back',
  async walk({ arrive }) {
    const person = await arrive();
    await fill(person);
    await toAgents(person);
    const before = (await readable(person)).join('\n');
    for (const secret of SECRETS) expect(before).toContain(secret);
    await share(person);
    await person.press('Back');
    await person.press('Open Zebulon Quillfeather');
    await person.sees({ css: 'form[data-step="4"]' });
    await person.tab.run(() => void Object.assign(window, { wasLeft: true }));
    await person.press('Lock now');
    await person.until('the page is reloaded', () => person.tab.run(() => !('wasLeft' in window)));
    await person.sees(LOCKED);
    expect(await readable(person)).toEqual([]);

    await person.answers('passphrase', 'lamp river ochre');
    await person.press('Unlock');
    await person.reads('This is not the passphrase. Please try again');
    expect(await readable(person)).toEqual([]);
    await person.reload();
    await person.sees(LOCKED);
    await person.answers('passphrase', PASSPHRASE);
    await person.press('Unlock');
    await person.sees({ css: 'form[data-step="4"]' });
    await person.reads('passport.pdf');
    await uploaded(person, 1);
    await toAgents(person);
    await person.press('Stop using the passphrase');
    await person.answers('current', PASSPHRASE);
    await person.press('Remove the passphrase');
    await person.reads('Do other people use this computer?');
    const after = (await readable(person)).join('\n');
    for (const secret of SECRETS) expect(after).toContain(secret);
  },
};
