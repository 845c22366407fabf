import { countOf, erase, type Found, findPersons, isUnfinished, type Wanted, wantedBy } from '../submission/persons.ts';
import { exportInto } from './export.ts';
import { type Command, idIn, lineOf, type Office, optionOf, whoIs, write } from './office.ts';
import { inOneLine } from './printable.ts';

const OPTIONS_WITH_VALUES = new Set(['--by', '--into', '--reference']);

/** Names what is kept about somebody, without saying what it is. */
export const find: Command = async (office, words) => {
  const { found } = await search(office, words);
  for (const one of found) write(`${describe(one)}\n`);
  write(`${found.length} found\n`);
};

/** Writes what is kept about somebody into a directory that nobody else can read. */
export const exportPerson: Command = async (office, words) => {
  const directory = optionOf(words, '--into');
  if (directory === undefined) throw new Error('Please say where to: export [ID] --into DIR');
  const { found } = await search(office, words);
  if (found.length === 0) throw new Error('Nothing is kept');
  for (const one of found) {
    // First: what cannot be noted is not handed out.
    await note(office, words, { action: 'export', submission: one.id, what: countOf(one.documents) });
    const { where, missing } = await exportInto(directory, office, one);
    write(
      `${where}: ${countOf(one.documents)}${missing.length > 0 ? `; missing or damaged: ${missing.join(', ')}` : ''}\n`,
    );
  }
};

/** Erases what is kept about somebody, when that was confirmed. */
export const erasePerson: Command = async (office, words) => {
  const { found } = await search(office, words);
  if (found.length === 0) throw new Error('Nothing is kept');
  for (const one of found) write(`${describe(one)}\n`);
  const evenUnfinished = words.includes('--unfinished');
  const [left, chosen] = [
    found.filter(({ record }) => !evenUnfinished && isUnfinished(record)),
    found.filter(({ record }) => evenUnfinished || !isUnfinished(record)),
  ];
  for (const { id } of left)
    write(`${id}: left as it is, the server still goes on with it; --unfinished ends and erases it\n`);
  const question = `Erase ${chosen.length === 1 ? chosen[0]?.id : `these ${chosen.length}`} for good?`;
  const isSure = chosen.length > 0 && (words.includes('--yes') || (await office.asker.confirm(question)));
  if (!isSure) throw new Error('Nothing was erased');
  let isAll = left.length === 0;
  for (const { id } of chosen) {
    const erasure = await erase(office, id, { who: whoIs(office, words), evenUnfinished });
    isAll &&= erasure.outcome === 'erased';
    write(
      `${id}: ${erasure.outcome === 'erased' ? `erased, with ${erasure.documents} documents` : NOT_ERASED[erasure.outcome]}\n`,
    );
  }
  write(
    'Backups have it as long as they are kept, and the outside services have what was sent to them: docs/running.md\n',
  );
  if (!isAll) throw new Error('Not everything was erased');
};

const NOT_ERASED = {
  busy: 'not erased: the server has begun to go on with it',
  written: 'not erased: it was written just now; try again',
  unknown: 'it is not there any more',
} as const;

const JOURNAL_LINES = 1_000;

/** Writes what was done with the data of persons: who, when, what. */
export const journal: Command = async ({ persons }, [id]) => {
  const entries = await persons.journal(JOURNAL_LINES, id && (await idIn({ persons }, id)));
  for (const { at, who, action, submission = '-', what } of entries) {
    write(`${[at, who, action, submission, what].map(inOneLine).join('  ')}\n`);
  }
  write(
    `${entries.length} entries${entries.length === JOURNAL_LINES ? ', the newest; give an id for those of one submission' : ''}\n`,
  );
};

/** Notes in the journal what the staff do. */
export async function note(
  office: Pick<Office, 'persons' | 'clock' | 'user'>,
  words: readonly string[],
  done: { readonly action: 'find' | 'show' | 'export' | 'purge'; readonly submission?: string; readonly what: string },
): Promise<void> {
  await office.persons.note({ at: office.clock.now().toISOString(), who: whoIs(office, words), ...done });
}

/** Who is meant: by an id or a reference of the command line, else by what is asked for. */
async function search(office: Office, words: readonly string[]): Promise<{ readonly found: readonly Found[] }> {
  const reference = optionOf(words, '--reference');
  if (reference !== undefined) return searched(office, words, { by: 'records reference', text: reference.trim() });
  const given = words.find((word, i) => !word.startsWith('--') && !OPTIONS_WITH_VALUES.has(words[i - 1] ?? ''));
  const text = given ?? (await office.asker.ask(ASKED));
  if (!text) throw new Error('Nobody was named');
  // Eight digits that are asked for may be a passport number, those on the command line may not.
  const wanted = wantedBy(given === undefined ? text : await idIn(office, given));
  if (given !== undefined && wanted.by !== 'id' && wanted.by !== 'reference') throw new Error(NOT_HERE);
  return searched(office, words, wanted);
}

const ASKED = "E-mail address, passport number, OfferId, Application ID, the records' own id, or id: ";

async function searched(office: Office, words: readonly string[], wanted: Wanted) {
  const found = await findPersons(office, wanted);
  await note(office, words, { action: 'find', what: `searched by ${wanted.by}, ${found.length} found` });
  return { found };
}

const NOT_HERE =
  'Only an id, an OfferId or an Application ID may stand there, or --reference with the id of the records: what ' +
  'identifies a person would stay in histories and in logs of npm. Leave it out, and it is asked for';

function describe({ id, record, documents, answers }: Found): string {
  const what = record ? lineOf(record) : `${id}  a draft that was not submitted`;
  return [what, countOf(documents), ...(answers.length > 0 ? [`by ${answers.join(', ')}`] : [])].join('  ');
}
