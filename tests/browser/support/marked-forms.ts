import type { Page } from 'playwright-core';
import { AGENT_INTRODUCTION } from '#domain/agency/documents.ts';
import { agencyForm } from '#domain/agency/form.ts';
import type { Form } from '#domain/form/form.ts';
import { SHORT_DOCUMENTS } from '#domain/short/documents.ts';
import { shortForm } from '#domain/short/form.ts';
import { studentDocuments } from '#domain/student/documents.ts';
import { studentForm } from '#domain/student/form.ts';
import { type MarkedAnswers, markedAnswers, markedFileName, markedText } from '../../support/marked-answers.ts';
import { makePdf } from '../../support/pdf.ts';
import { openAgentForm } from './agency.ts';
import { AGENT, type WatchedPage } from './scene.ts';
import { AHEAD, button, chooseAgent, fillStep, MAXIMAL, uploaded } from './student.ts';
import { answerStep, attach, confirmApplication, goOn, openCard } from './wizard.ts';

export const MARKED_AGENT = { ...AGENT, name: markedText('Agent'), country: markedText('Land') };

/** Marks for all answers of a form. If the server provides the choices, the answer is one of them. */
export function answersFor(form: Form): MarkedAnswers {
  const today = new Date().toISOString().slice(0, 10);
  const listed = form.fields.filter(({ optionsFrom }) => optionsFrom !== undefined).map(({ name }) => name);
  const live = Object.entries({ ...MAXIMAL, ...AHEAD }).filter(([name]) => listed.includes(name));
  const agent = { selectedAgent: `${MARKED_AGENT.name}|${MARKED_AGENT.country}` };
  const marked = markedAnswers(form, { today: { earliest: today, latest: today } });
  const all: MarkedAnswers = { ...marked, ...('selectedAgent' in marked && agent), ...Object.fromEntries(live) };
  return Object.fromEntries(questionsOf(form).map((name) => [name, all[name] ?? '']));
}

/** Makes the server's next refusal quote every answer, under its field and in its message. */
export async function refuseOnce(page: Page, answers: MarkedAnswers): Promise<void> {
  const fieldErrors = Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => [name, `'${answer}' is not accepted`]),
  );
  const title = Object.values(fieldErrors).join(', ');
  const problem = { type: 'about:blank', title, detail: title, status: 422, code: 'VALIDATION_FAILED', fieldErrors };
  await page.route(
    '**/api/*-applications/*',
    (route) => route.fulfill({ status: 422, contentType: 'application/problem+json', body: JSON.stringify(problem) }),
    { times: 1 },
  );
}

/** The short application has this value only for the automation flow; it has no control. */
const NOT_ASKED = `${shortForm.id}.agreeToTerms`;
/** The names of the questions that a person answers in a form. */
export const questionsOf = ({ id, fields }: Form): readonly string[] =>
  fields.filter(({ kind, name }) => kind !== 'hidden' && `${id}.${name}` !== NOT_ASKED).map(({ name }) => name);

const fileOf = (slot: string) => ({ name: markedFileName(slot), bytes: makePdf({ mark: slot, bytes: 900 }) });

async function fillStudent(page: WatchedPage, answers: MarkedAnswers): Promise<void> {
  for (const step of [1, 2, 3, 4]) {
    await fillStep(page, step, answers);
    if (step < 4) await goOn(page, step + 1);
  }
  for (const { slot } of studentDocuments) await attach(page, slot, fileOf(slot));
  await uploaded(page, studentDocuments.length);
}

async function fillShort(page: WatchedPage, answers: MarkedAnswers): Promise<void> {
  const asked = questionsOf(shortForm).filter((name) => name !== 'selectedAgent');
  await answerStep(page, answers, asked);
  await chooseAgent(page, answers.selectedAgent);
  for (const { slot } of SHORT_DOCUMENTS) await attach(page, slot, fileOf(slot));
  await page
    .getByText('Uploaded')
    .nth(SHORT_DOCUMENTS.length - 1)
    .waitFor();
}

async function fillAgencyForm(page: WatchedPage, answers: MarkedAnswers): Promise<void> {
  await answerStep(page, answers, questionsOf(agencyForm));
  await attach(page, AGENT_INTRODUCTION.slot, fileOf(AGENT_INTRODUCTION.slot));
  await uploaded(page, 1);
}

const progress = (page: Page) => page.getByRole('dialog', { name: /^(Submission progress|Application submitted)/ });
/** After a refusal, the agency's button has the second name. */
const press = (page: Page) => page.getByRole('button', { name: /^Submi(?:t Application|ssion Failed)$/ }).click();
const putAside = async (page: Page) => {
  await progress(page).getByText('Form validation failed').first().waitFor();
  await button(page, 'Close and Retry').click();
};
const endShown = async (page: Page) => {
  await progress(page).getByText('Application submitted successfully!').first().waitFor();
  await progress(page).getByRole('button', { name: 'Close' }).last().click();
};

/** A person's actions in one of the forms, from its card to its end. */
export interface Case {
  readonly form: Form;
  readonly slots: readonly string[];
  open(page: WatchedPage): Promise<void>;
  fill(page: WatchedPage, answers: MarkedAnswers): Promise<void>;
  submit(page: WatchedPage): Promise<void>;
  refused(page: WatchedPage): Promise<void>;
  ended(page: WatchedPage): Promise<void>;
}
const studentSlots = studentDocuments.map(({ slot }) => slot);
const STUDENT = {
  form: studentForm,
  slots: studentSlots,
  fill: fillStudent,
  submit: confirmApplication,
  refused: putAside,
  ended: endShown,
};
export const CASES: Readonly<Record<string, Case>> = {
  'a student application': { ...STUDENT, open: (page) => openCard(page, 'student-form') },
  'a student application through an agent': { ...STUDENT, open: (page) => openAgentForm(page, 'agent-student-form') },
  'a short application': {
    ...STUDENT,
    form: shortForm,
    slots: SHORT_DOCUMENTS.map(({ slot }) => slot),
    async open(page) {
      const card = page.getByRole('button', { name: 'Short application' });
      await card.focus();
      await card.press('Enter');
      await page.locator('main[data-view="short-form"] form').waitFor();
    },
    fill: fillShort,
    submit: press,
  },
  'the registration of an agency': {
    form: agencyForm,
    slots: [AGENT_INTRODUCTION.slot],
    open: (page) => openAgentForm(page, 'new-agent'),
    fill: fillAgencyForm,
    submit: press,
    refused: (page) => page.getByRole('alert').getByText('Form validation failed').first().waitFor(),
    ended: (page) => page.getByRole('dialog', { name: 'Application submitted successfully!' }).waitFor(),
  },
};
