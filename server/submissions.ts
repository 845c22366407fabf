import { makeOnlyPrivateFiles } from './adapters/disk/private.ts';
import { loadEnvironment, readConfig } from './config.ts';
import { createLog } from './logger.ts';
import type { SubmissionRecord } from './ports/ledger.ts';
import { createAsker } from './staff/ask.ts';
import { list } from './staff/list.ts';
import { type Command, idIn, type Office, systemUser, write } from './staff/office.ts';
import { erasePerson, exportPerson, find as findPerson, journal, note } from './staff/persons.ts';
import { printable } from './staff/printable.ts';
import { retryAllStopped, sendDocuments } from './staff/retry.ts';
import { openBeside } from './storage.ts';
import { readBody } from './submission/body.ts';
import { allowRemoval, stoppedRemoval } from './submission/removal-brake.ts';
import { purge, settle } from './submission/upkeep.ts';
import { maskedSubmission, searchFactsOf } from './submission/views.ts';

const USAGE = `npm run submissions -- list [--all]           what is not processed, oldest change first, without personal data;
       [--state STATE] [--since DAY] [--until DAY] [--limit N] [--after ID]
                                              STATE: processing, waiting, stopped, held, repeated, skipped, processed or
                                              purged; repeated: a call was made again after one without an answer, so
                                              that the outside may have it twice; skipped: processed without its
                                              documents; days are of the last change; N lines after that of ID
npm run submissions -- show ID                where one stands, without personal data; of one that is held or
                                              repeated also what to search for in the records (noted in the journal).
                                              ID, here and below: an id, or its first eight digits, which the log has
npm run submissions -- retry ID [--resend]    has the server try it again within seconds; --resend: an outside call
                                              whose outcome was unknown did nothing, and may be sent again
npm run submissions -- retry --all-stopped [--stage STAGE]
                                              the same for all that are stopped, or stopped at STAGE: after a setting
                                              or a service was repaired
npm run submissions -- send-documents ID      has the server send the documents of a processed application that were
                                              skipped since FILE_WORKFLOW_URL was not set; --all-skipped instead of ID:
                                              of all of them
npm run submissions -- settle ID --accepted [--reference TEXT]
                                              the outside has the call that is held, whose outcome was unknown: it is not
                                              sent again, and the server goes on after it; TEXT is the outside's own
                                              number for it, which \`show\` repeats
npm run submissions -- purge ID [--yes]       asks, and removes its personal data and documents for good
npm run submissions -- find [ID]              what is kept about somebody. ID, here and below, may be an OfferId, an
                                              Application ID or --reference with the id that the records gave it, too;
                                              left out, you are asked for one of them, for an e-mail address or for a
                                              passport number
npm run submissions -- export [ID] --into DIR all of it, as JSON and documents that only you can read
npm run submissions -- erase [ID] [--yes] [--unfinished]
                                              asks, and removes all of it for good; --unfinished: also what the server
                                              still goes on with
npm run submissions -- journal [ID]           who found, exported, erased or purged what, and when (--by NAME with those
                                              commands: who you are)
npm run submissions -- allow-removal [--yes]  shows what expired and is not removed, since that would be too much at
                                              once, asks, and has the server remove it for good
`;

/** What the staff do on the command line, beside a running server or without one. Throws with words for them. */
const COMMANDS: Readonly<Record<string, Command>> = {
  list,
  find: findPerson,
  export: exportPerson,
  erase: erasePerson,
  journal,
  show: async (office, words) => {
    const record = await find(office, words);
    const body = record.purgedAt ? undefined : readBody(await office.ledger.body(record.id, record.revision));
    const shown = maskedSubmission(record, body, await office.uploads.ofDraft(record.id));
    const isSought = body !== undefined && record.stages.some(({ held, repeated }) => held || repeated);
    // First: what cannot be noted is not shown.
    if (isSought) await note(office, words, { action: 'show', submission: record.id, what: 'what to search for' });
    const all = isSought ? { ...shown, searchFor: searchFactsOf(record, body) } : shown;
    write(`${JSON.stringify(all, undefined, 2)}\n`);
  },
  retry: async (office, words) => {
    if (words.includes('--all-stopped')) return retryAllStopped(office, words);
    const { id, status, purgedAt, stages } = await find(office, words);
    const resend = words.includes('--resend');
    if (status !== 'error') throw new Error(`It is ${status}: there is nothing to try again`);
    if (purgedAt !== undefined) throw new Error('Its data was removed: there is nothing left to send');
    if (!resend && stages.some(({ held }) => held)) {
      throw new Error(
        'The outcome of its last call is unknown. Find out whether the outside has it; if not: --resend; if so: settle',
      );
    }
    await office.upkeep.requestRetry({ id, resend });
    write('Noted: the server takes it up within 5 seconds, or when it starts\n');
  },
  'send-documents': async (office, words) =>
    sendDocuments(office, words.includes('--all-skipped') ? 'all' : await find(office, words)),
  settle: async (office, words) => {
    const { id } = await find(office, words);
    const finding = findingOf(words.slice(1));
    const outcome = await settle(office, { id, ...finding });
    if (outcome === 'not-held')
      throw new Error(`No call ${finding.stage ? `of ${finding.stage} ` : ''}is held for the staff: see show`);
    if (outcome === 'busy') throw new Error('It was written just now: try again');
    write('Noted: the outside has the call. The server goes on after it within 5 seconds, or when it starts\n');
  },
  purge: async (office, words) => {
    const { id, kind, status, purgedAt } = await find(office, words);
    const isSure =
      purgedAt !== undefined ||
      words.includes('--yes') ||
      (await office.asker.confirm(`Remove the personal data of ${id}, ${kind}, ${status} for good?`));
    if (!isSure) throw new Error('Nothing was removed');
    if ((await office.upkeep.retryRequests()).some((request) => request.id === id)) throw new Error(STILL_WAITS);
    const outcome = await purge(office, id);
    if (outcome === 'busy') throw new Error(STILL_WAITS);
    if (outcome === 'purged')
      await note(office, words, { action: 'purge', submission: id, what: `${kind}, ${status}` });
    write(outcome === 'purged' ? 'Removed: answers, outputs and documents\n' : 'It was removed before\n');
  },
  'allow-removal': allowStopped,
};

const STILL_WAITS =
  'Nothing was removed: the server still goes on with it. Try again when `list` shows no next try of it, or it is processed';

/** No more than an outside's own number has: it is kept when everything personal is removed. */
const REFERENCE = /^[\w.:/-]{1,100}$/;

/** `--accepted`, the outside's number, and the name of a stage, which may be left out. */
function findingOf(words: readonly string[]): { readonly stage?: string; readonly reference?: string } {
  if (!words.includes('--accepted')) {
    throw new Error('Find out whether the outside has the call. If it has: --accepted; if not: retry ID --resend');
  }
  const [first] = words;
  const stage = first === undefined || first.startsWith('--') ? {} : { stage: first };
  const at = words.indexOf('--reference');
  if (at < 0) return stage;
  const reference = words[at + 1] ?? '';
  if (!REFERENCE.test(reference)) {
    throw new Error('A reference has at most 100 letters, digits and . : / _ -');
  }
  return { ...stage, reference };
}

/** What would be removed is shown before anybody allows it. */
async function allowStopped({ notes, asker }: Office, words: readonly string[]): Promise<void> {
  const stopped = await stoppedRemoval(notes);
  if (stopped === undefined) throw new Error('No removal is stopped');
  const { now, retentionDays, submissions, uploads, files } = stopped;
  write(
    `Removal is stopped. The server's clock says ${now}, RETENTION_DAYS is ${retentionDays}. It would remove\n` +
      `  the answers and documents of ${submissions.removing} submissions, of ${submissions.kept} that have any\n` +
      `  ${uploads.removing} uploads that nobody submitted, of ${uploads.kept} in all\n` +
      `  ${files} files that the ledger does not know\n` +
      'See first whether that clock and RETENTION_DAYS are right, and whether the right backup was restored.\n',
  );
  const isSure = words.includes('--yes') || (await asker.confirm('Remove all of this for good?'));
  if (!isSure) throw new Error('Nothing was allowed');
  await allowRemoval(notes, stopped);
  write('Allowed: the server removes it within 5 seconds, or when it starts\n');
}

async function find(office: Office, [id]: readonly string[]): Promise<SubmissionRecord> {
  const record = id === undefined ? undefined : await office.ledger.find(await idIn(office, id));
  if (record === undefined) throw new Error(id === undefined ? USAGE : 'There is no such submission');
  return record;
}

async function main([name = '', ...words]: readonly string[]): Promise<void> {
  makeOnlyPrivateFiles();
  const command = COMMANDS[name];
  if (command === undefined) throw new Error(USAGE);
  const { env, kind } = loadEnvironment();
  const config = readConfig(env, { demo: kind === 'demo' });
  const office = await openBeside(
    config,
    createLog('silent', (text) => text),
  );
  const asker = createAsker();
  try {
    const user = env.SUDO_USER ?? systemUser();
    const { retentionDays, fileWorkflowUrl } = config;
    await command({ ...office, asker, user, retentionDays, sendsFiles: fileWorkflowUrl !== undefined }, words);
  } finally {
    asker.close();
    await office.ledger.close();
  }
}

/** PostgreSQL's word for a table that is not there. */
const NO_SUCH_TABLE = '42P01';

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isOld = 'code' in error && error.code === NO_SUCH_TABLE;
  return isOld ? 'The database is of an earlier release: start a server of this one first' : error.message;
}

// Whoever read what is written here may have enough of it (`| head`).
process.stdout.on('error', () => process.exit(0));
main(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`${printable(wordsOf(error))}\n`);
  process.exit(1);
});
