import { fieldsOf, MINIMAL, REQUIRED_DOCUMENTS } from '../../browser/support/student.ts';
import type { TypedAnswers } from '../../browser/support/wizard.ts';
import { makePdf } from '../../support/pdf.ts';
import type { Person } from './person.ts';

/** Presses Next and waits for the step. */
export async function goOn(person: Person, step: number): Promise<void> {
  await person.press('Next', 'form');
  await person.sees({ css: `form[data-step="${step}"]` });
}

/** Goes from the landing page to a step of the application, and answers the earlier ones. */
export async function reachStep(person: Person, step: number, answers: TypedAnswers = MINIMAL): Promise<void> {
  await person.enter('student-form');
  await person.sees({ css: 'main[data-draft]' });
  for (let at = 1; at < step; at += 1) {
    await person.hasAnswered(answers, fieldsOf(at));
    await goOn(person, at + 1);
  }
}

export const DOCUMENTS = REQUIRED_DOCUMENTS.map((slot) => ({
  slot,
  name: `${slot}.pdf`,
  bytes: makePdf({ mark: slot, bytes: 900 }),
}));

/** Attaches the four required documents and waits until the server has them. */
export async function attachDocuments(person: Person): Promise<void> {
  for (const document of DOCUMENTS) {
    await person.attaches(document.slot, document);
    await person.reads(document.name);
  }
  await uploaded(person, DOCUMENTS.length);
}

export const uploaded = (person: Person, count: number): Promise<void> =>
  person.until(`${count} documents are uploaded`, async () => {
    return (await person.count('[data-upload-state="uploaded"]')) === count;
  });

/** Answers and attaches everything: one press on 'Submit Application' then opens the review. */
export async function fillApplication(person: Person): Promise<void> {
  await reachStep(person, 4);
  await person.hasAnswered(MINIMAL, fieldsOf(4));
  await attachDocuments(person);
}

export async function confirmApplication(person: Person): Promise<void> {
  await person.press('Submit Application');
  await person.sees({ css: '[role=dialog], dialog', name: 'Application Review' });
  await person.press('Confirm & Submit Application');
}

export const saved = (person: Person): Promise<void> => person.sees({ css: '[data-save-state="saved"]' });
export const draftId = (person: Person): Promise<string> => person.attribute('main', 'data-draft');
