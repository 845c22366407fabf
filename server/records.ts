import type { DevAnswer } from '#contract/dev-tools.ts';
import { dateIn } from '#domain/form/calendar.ts';
import { offerIdAt } from '#domain/student/offer-id.ts';
import { prepareStudent } from '#domain/student/prepare-student.ts';
import { createHttpDevCalls } from './adapters/dev-calls-http.ts';
import { confidential, feesOf, loadEnvironment, readConfig } from './config.ts';
import { madeUpPeople } from './staff/made-up-people.ts';
import { printable } from './staff/printable.ts';

const USAGE = `npm run records -- check    has the configured records API validate the offers of made-up people, and prints its answers;
                            submits nothing and asks no register
`;
/** A validation may take as long as a submission. */
const TIMEOUT_MS = 120_000;

/** `npm run records -- check`: what the records API at the configured address says of offers as this server writes them. */
async function main(words: readonly string[]): Promise<void> {
  if (words.length !== 1 || words[0] !== 'check') throw new Error(USAGE);
  const config = readConfig(loadEnvironment({ anyMode: true }).env, { demo: false });
  const { records, recordsDialect: dialect, timeZone } = config;
  if (records === undefined) throw new Error('CRICOS_BASE_URL is not set: there is no records API to ask');
  const { secrets, urls } = confidential(config);
  const { validate } = createHttpDevCalls({ records, secrets: [...secrets, ...urls], timeoutMs: TIMEOUT_MS });
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

function write(text: string): void {
  process.stdout.write(printable(text));
}

main(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`${printable(error instanceof Error ? error.message : String(error))}\n`);
  process.exit(1);
});
