import type { SubmissionRecord } from '../ports/ledger.ts';
import { findPersons, parseCommandLineTerm } from '../submission/persons.ts';
import type { CommandContext } from './context.ts';
import { HEADER, lineOf } from './lines.ts';

type Searched = Pick<CommandContext, 'ledger' | 'uploads' | 'files' | 'upkeep' | 'persons' | 'clock'>;

/**
 * The one submission that a text of the command line means: by its id, the first eight digits of it, its OfferId, its
 * Application ID or the college's reference. Throws if there is none, and names all if there are several.
 */
export async function findSubmission(context: Searched, text: string | undefined): Promise<SubmissionRecord> {
  if (text === undefined) throw new Error('Please name the submission: an id, an OfferId or the like');
  const found = await findPersons(context, parseCommandLineTerm(text));
  const [record, ...others] = found.flatMap(({ record: one }) => one ?? []);
  if (record === undefined) throw new Error(NOT_FOUND);
  if (others.length > 0) throw new Error(severalMatch([record, ...others].map(lineOf)));
  return record;
}

const NOT_FOUND =
  'There is no such submission. An id, its first eight digits, an OfferId, an Application ID and a reference of the ' +
  'records API are looked up here; `find` also searches names, e-mail addresses and passport numbers';

/** What is said instead of doing something to one of several. */
export const severalMatch = (lines: readonly string[]): string =>
  [`${lines.length} match, and nothing was done. Give the id of one:`, HEADER, ...lines].join('\n');
