import type { SubmissionRecord } from '../ports/ledger.ts';
import { findPersons, parseCommandLineTerm } from '../submission/persons.ts';
import { recordsReferenceOf } from '../submission/views.ts';
import type { CommandContext } from './context.ts';
import { inOneLine } from './printable.ts';

type Searched = Pick<CommandContext, 'ledger' | 'uploads' | 'files' | 'upkeep' | 'persons' | 'clock'>;

/** Finds by id, its first eight digits, OfferId, Application ID or the college's reference. Throws unless one matches. */
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

/** The message if several submissions match. */
export const severalMatch = (lines: readonly string[]): string =>
  [`${lines.length} match, and nothing was done. Give the id of one:`, HEADER, ...lines].join('\n');

const WIDTHS = [36, 7, 10, 44, 17, 17, 25];

/** The column titles of `lineOf`. */
export const HEADER = columns([
  'ID',
  'KIND',
  'STATE',
  'STAGE',
  'RECEIVED',
  'CHANGED',
  'OFFERID OR APPLICATION ID',
  'NOTES',
]);

/** A submission in one line, without personal data. */
export function lineOf(record: SubmissionRecord): string {
  const { id, kind, stages, createdAt, updatedAt, retryAt, retries, offerId, applicationId } = record;
  const stage = stages.find(({ state }) => state !== 'completed');
  const where = stage ? `${stage.name}${stage.error ? `:${stage.error.code}` : ''}` : 'done';
  const theirs = recordsReferenceOf(record);
  const twice = stages.filter(({ repeated }) => repeated).map(({ name }) => name);
  const notes = [
    retryAt ? `next try ${minuteOf(retryAt)} (try ${retries + 1})` : '',
    theirs ? `records ${theirs}` : '',
    twice.length > 0 ? `repeated ${twice.join(', ')}` : '',
  ].filter((part) => part !== '');
  const reference = offerId ?? applicationId ?? '-';
  return columns(
    [id, kind, stateOf(record), where, minuteOf(createdAt), minuteOf(updatedAt), reference, notes.join(', ')].map(
      inOneLine,
    ),
  );
}

/** In the words of `list --state`. */
function stateOf({ status, stages, retryAt, purgedAt }: SubmissionRecord): string {
  if (purgedAt !== undefined) return 'purged';
  if (status === 'processed' && stages.some(({ skipped }) => skipped)) return 'skipped';
  if (status !== 'error') return status;
  if (stages.some(({ held }) => held)) return 'held';
  return retryAt === undefined ? 'stopped' : 'waiting';
}

/** UTC, to the minute. */
const minuteOf = (at: string) => `${at.slice(0, 16)}Z`;

function columns(texts: readonly string[]): string {
  return texts
    .map((text, i) => text.padEnd(WIDTHS[i] ?? 0))
    .join('  ')
    .trimEnd();
}
