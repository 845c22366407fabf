import {
  countOf,
  erase,
  findPersons,
  isUnfinished,
  type PersonRecord,
  parseCommandLineTerm,
  parseSearchTerm,
} from '../submission/persons.ts';
import { type Arguments, type Command, type CommandContext, note, whoIs, write } from './context.ts';
import { exportInto } from './export.ts';
import { findSubmission, HEADER, lineOf, severalMatch } from './find-submission.ts';
import { inOneLine } from './printable.ts';

/** Lists what is stored about a person, without the content. */
export const find: Command = {
  options: ['by'],
  takesId: true,
  run: async (context, args) => {
    const found = await search(context, args);
    if (found.length > 0) write(`${HEADER}\n`);
    for (const one of found) write(`${describe(one)}\n`);
    write(`${found.length} found\n`);
  },
};

/** Exports a person's data into a directory that only this user can read. */
export const exportPerson: Command = {
  options: ['by', 'into'],
  takesId: true,
  run: async (context, args) => {
    const { into } = args.options;
    if (into === undefined) throw new Error('Please name a directory: export [ID] --into DIR');
    for (const one of await searchToAct(context, args)) {
      // First: without a note nothing is exported.
      await note(context, args.options, { action: 'export', submission: one.id, what: countOf(one.documents) });
      const { where, missing } = await exportInto(into, context, one);
      const lacking = missing.length > 0 ? `; missing or damaged: ${missing.join(', ')}` : '';
      write(`${where}: ${countOf(one.documents)}${lacking}\n`);
    }
  },
};

/** Erases a person's data after a confirmation. */
export const erasePerson: Command = {
  options: ['by', 'yes', 'unfinished'],
  takesId: true,
  run: async (context, args) => {
    const { options } = args;
    const found = await searchToAct(context, args);
    write(`${HEADER}\n`);
    for (const one of found) write(`${describe(one)}\n`);
    const evenUnfinished = options.unfinished ?? false;
    const chosen = found.filter(({ record }) => evenUnfinished || !isUnfinished(record));
    const left = found.filter((one) => !chosen.includes(one));
    for (const { id } of left) {
      write(`${id}: not erased, the server is still working on it; --unfinished ends and erases it\n`);
    }
    const question = `Erase ${chosen.length === 1 ? chosen[0]?.id : `these ${chosen.length}`} for good?`;
    const isSure = chosen.length > 0 && (options.yes || (await context.prompt.confirm(question)));
    if (!isSure) throw new Error('Nothing was erased');
    let isAll = left.length === 0;
    for (const { id } of chosen) {
      const erasure = await erase(context, id, { who: whoIs(context, options), evenUnfinished });
      isAll &&= erasure.outcome === 'erased';
      const { outcome } = erasure;
      write(`${id}: ${outcome === 'erased' ? `erased, with ${erasure.documents} documents` : NOT_ERASED[outcome]}\n`);
    }
    write('Not erased: backups, and what the outside services were sent. See docs/operate/personal-data.md\n');
    if (!isAll) throw new Error('Not everything was erased');
  },
};

const NOT_ERASED = {
  busy: 'not erased: the server has started to work on it',
  written: 'not erased: the server has just changed it; try again',
  unknown: 'it no longer exists',
} as const;

const JOURNAL_LINES = 1_000;

/** Writes what the staff did: who, when, what. */
export const journal: Command = {
  options: [],
  takesId: true,
  run: async (context, { id }) => {
    // An erased draft has no record, so its whole id is accepted.
    const isWhole = id !== undefined && parseSearchTerm(id).by === 'id';
    const submission =
      id === undefined ? undefined : isWhole ? id.toLowerCase() : (await findSubmission(context, id)).id;
    const entries = await context.persons.journal(JOURNAL_LINES, submission);
    for (const { at, who, action, submission: of = '-', what } of entries) {
      write(`${[at, who, action, of, what].map(inOneLine).join('  ')}\n`);
    }
    const isCut = entries.length === JOURNAL_LINES;
    write(`${entries.length} entries${isCut ? ', the newest; give an id for those of one submission' : ''}\n`);
  },
};

/** Finds the data to act on. Throws if there is none, or if a text on the command line matches several. */
async function searchToAct(context: CommandContext, args: Arguments): Promise<readonly PersonRecord[]> {
  const found = await search(context, args);
  if (found.length === 0) throw new Error('Nothing is kept');
  if (args.id !== undefined && found.length > 1) throw new Error(severalMatch(found.map(describe)));
  return found;
}

/** Searches by the id or reference on the command line, else asks what to search for. */
async function search(context: CommandContext, { id, options }: Arguments): Promise<readonly PersonRecord[]> {
  const text = id ?? (await context.prompt.ask(QUESTION));
  if (!text) throw new Error('Nothing to search for was given');
  // Eight digits may be a passport number in an answer, but not on the command line.
  const term = id === undefined ? parseSearchTerm(text) : parseCommandLineTerm(text);
  if (id !== undefined && term.by === 'e-mail') throw new Error(NOT_HERE);
  const found = await findPersons(context, term);
  await note(context, options, { action: 'find', what: `searched by ${term.by}, ${found.length} found` });
  if (found.length === 0 && term.by === 'records reference') throw new Error(NOT_HERE);
  return found;
}

const QUESTION = "Name, e-mail address, passport number, OfferId, Application ID, the records API's own id, or id: ";

const NOT_HERE =
  'Nothing was found by this id or reference. A name, an e-mail address or a passport number must not be on the ' +
  "command line, since histories and npm's logs keep it. Leave it out, and the command asks for it";

function describe({ id, record, documents, answers }: PersonRecord): string {
  const what = record ? lineOf(record) : `${id}  a draft that was not submitted`;
  return [what, countOf(documents), ...(answers.length > 0 ? [`by ${answers.join(', ')}`] : [])].join('  ');
}
