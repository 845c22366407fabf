import type { DevAnswer } from '#contract/dev-tools.ts';
import { dateIn } from '#domain/form/calendar.ts';
import { offerIdAt } from '#domain/student/offer-id.ts';
import { prepareStudent } from '#domain/student/prepare-student.ts';
import { createHttpDevCalls } from '../adapters/dev-calls-http.ts';
import { confidential, feesOf, proxyOf, type ServerConfig } from '../config.ts';
import { write } from './context.ts';
import { madeUpPeople } from './made-up-people.ts';

const TIMEOUT_MS = 120_000;

/** Writes the records API's answers to offers of made-up people. Submits nothing. Throws if a call is not answered. */
export async function checkOffers(config: ServerConfig): Promise<void> {
  const { records, recordsDialect: dialect, timeZone } = config;
  if (records === undefined) throw new Error('CRICOS_BASE_URL is not set: there is no records API to ask');
  const { secrets, urls } = confidential(config);
  const options = { records, secrets: [...secrets, ...urls], timeoutMs: TIMEOUT_MS, proxy: proxyOf(config) };
  const { validate } = createHttpDevCalls(options);
  const facts = { dialect, fees: feesOf(config), visaTypes: [], intakeDates: new Map<string, string>() };
  write(`Offers are written in the dialect ${dialect} (RECORDS_DIALECT). Nothing is submitted.\n`);
  let unanswered = 0;
  for (const { what, variant, answers } of madeUpPeople(dateIn(new Date(), timeZone))) {
    const now = new Date();
    const { offer } = prepareStudent(answers, {
      submissionId: 'check',
      offerId: offerIdAt(now, timeZone),
      variant,
      now,
      timeZone,
      lists: {},
      records: facts,
    });
    const answer = await validate(offer);
    if (answer.status === null) unanswered += 1;
    write(`\n${what}: ${inWords(answer)}\n${JSON.stringify(answer.body, undefined, 2)}\n`);
  }
  if (unanswered > 0) throw new Error(`${unanswered} calls were not answered`);
}

const inWords = ({ status, took }: DevAnswer): string => `${status ?? 'no answer'} after ${took} ms`;
