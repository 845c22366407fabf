import type { Page } from 'playwright-core';
import { makePdf } from '../../support/pdf.ts';
import { answerStep, openCard, type TypedAnswers } from './wizard.ts';

/** The required answers of an agency, and no others. */
export const AGENCY = {
  agencyName: 'Himal Education Partners',
  contactPerson: 'Sita Gurung',
  tel: '+977 1 555 0100',
  primaryEmail: 'sita@himal.example',
  address: '14 New Road',
  cityTownSuburb: 'Kathmandu',
  stateProvince: 'Bagmati',
  postcode: '44600',
  country: 'Nepal',
  targetRecruitmentCountry: 'Nepal',
} as const satisfies TypedAnswers;

export const INTRODUCTION = { name: 'introduction.pdf', bytes: makePdf({ mark: 'introduction', bytes: 4096 }) };

/** Goes from the landing page to one of the agents' two forms. */
export async function openAgentForm(page: Page, form: 'agent-student-form' | 'new-agent'): Promise<void> {
  await openCard(page, 'agent');
  await openCard(page, form);
  await page.locator(form === 'new-agent' ? '[name=agencyName]' : '[data-step="1"]').waitFor();
}

export const fillAgency = (page: Page, answers: TypedAnswers = AGENCY): Promise<void> =>
  answerStep(page, answers, Object.keys(answers));

/** Gives the introduction's input any file. */
export const giveFile = (page: Page, name: string, bytes: Buffer, mimeType = 'application/pdf'): Promise<void> =>
  page.locator('input[type=file][name="agent-introduction"]').setInputFiles({ name, mimeType, buffer: bytes });

/** Attaches the introduction and waits until the server has it. */
export async function attachIntroduction(page: Page): Promise<void> {
  await giveFile(page, INTRODUCTION.name, INTRODUCTION.bytes);
  await page.locator('[data-upload-state="uploaded"]').waitFor();
}

/** The Application ID on the form. */
export const applicationId = (page: Page): Promise<string> => page.locator('[name=agentApplicationId]').inputValue();

export const agentBox = (page: Page) => page.getByRole('combobox', { name: 'Agent', exact: true });
export const agentRows = (page: Page) => page.getByRole('listbox', { name: 'Agents' }).getByRole('option');
export const agentSearch = (page: Page) => page.getByRole('searchbox', { name: 'Search agents' });
export const selectedAgent = (page: Page): Promise<string> => page.locator('[name=selectedAgent]').inputValue();
