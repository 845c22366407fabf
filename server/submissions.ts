import { makeOnlyPrivateFiles } from './adapters/disk/private.ts';
import { loadEnvironment, readConfig } from './config.ts';
import { createLog } from './logger.ts';
import { type Command, readArguments, systemUser } from './staff/context.ts';
import { list } from './staff/list.ts';
import { erasePerson, exportPerson, find, journal } from './staff/persons.ts';
import { printable } from './staff/printable.ts';
import { createPrompt } from './staff/prompt.ts';
import { allowRemoval, purge } from './staff/removal.ts';
import { retry, sendDocuments, settle } from './staff/retry.ts';
import { show } from './staff/show.ts';
import { openForCommands } from './storage.ts';

const USAGE = `npm run submissions -- COMMAND

An ID is the submission's id, its first eight digits (as in the log), its OfferId, its Application ID or the reference
that the records API gave it. If several match, the command lists them and does nothing.

list [--all]              what is not processed, oldest change first, without personal data
     [--state STATE] [--since DAY] [--until DAY] [--limit N] [--after ID]
                          STATE is processing, waiting, stopped, held, repeated, skipped, processed or purged.
                          repeated: a call was sent again after one without an answer, so the outside may have it twice;
                          skipped: processed without its documents; a DAY is that of the last change
show ID [--contact]       its state, without answers; of one that is held or repeated, or with --contact, also
                          the applicant's name and e-mail address
retry ID [--resend]       has the server try it again; --resend: the outside does not have the call that is held, so it
                          may be sent again
retry --all-stopped [--stage STAGE]
                          has the server try all that are stopped, or stopped at STAGE: after a repair
send-documents ID         has the server send the documents that were skipped because FILE_WORKFLOW_URL was not set;
                          --all-skipped instead of ID: those of all
settle ID --accepted [--reference TEXT] [--stage STAGE]
                          the outside has the call that is held: it is not sent again, and the server continues;
                          TEXT is the outside's own number for it
purge ID [--yes]          asks, and removes its personal data and documents for good
find [ID]                 what is kept about a person. Without ID it asks for a name, an e-mail address, a passport
                          number or one of the ids
export [ID] --into DIR    all that is kept about a person, as JSON and documents that only you can read
erase [ID] [--yes] [--unfinished]
                          asks, and removes it for good; --unfinished: also what the server is still working on
journal [ID]              who used these commands, when and on what (list and journal are not noted)
allow-removal [--yes]     shows what is expired but too much to remove at once, asks, and has the server remove it

--by NAME with any command that is noted in the journal: who you are
`;

const COMMANDS: Readonly<Record<string, Command>> = {
  list,
  show,
  retry,
  'send-documents': sendDocuments,
  settle,
  purge,
  find,
  export: exportPerson,
  erase: erasePerson,
  journal,
  'allow-removal': allowRemoval,
};

async function main([name = '', ...words]: readonly string[]): Promise<void> {
  makeOnlyPrivateFiles();
  const command = COMMANDS[name];
  if (command === undefined) throw new Error(USAGE);
  const args = readArguments(name, command, words);
  const { env, kind } = loadEnvironment();
  const config = readConfig(env, { demo: kind === 'demo' });
  const storage = await openForCommands(
    config,
    createLog('silent', (text) => text),
  );
  const prompt = createPrompt();
  try {
    const user = env.SUDO_USER ?? systemUser();
    await command.run({ ...storage, prompt, user, sendsFiles: config.fileWorkflowUrl !== undefined }, args);
  } finally {
    prompt.close();
    await storage.ledger.close();
  }
}

const NO_SUCH_TABLE = '42P01';

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isOld = 'code' in error && error.code === NO_SUCH_TABLE;
  return isOld ? 'The database is of an earlier release: start a server of this one first' : error.message;
}

// Ends quietly when its reader has enough (`| head`).
process.stdout.on('error', () => process.exit(0));
main(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`${printable(wordsOf(error))}\n`);
  process.exit(1);
});
