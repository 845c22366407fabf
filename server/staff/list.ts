import type { ListFilter, ListPlace } from '../ports/personal-data.ts';
import { type Command, idIn, lineOf, type Office, optionOf, write } from './office.ts';

const STATES = ['processing', 'waiting', 'stopped', 'held', 'repeated', 'skipped', 'processed', 'purged'] as const;
/** Read at once; any number is written, one page after the other. */
const PAGE = 500;

/** Writes one line for each submission, and nothing personal. */
export const list: Command = async ({ persons, ledger }, words) => {
  const filter = filterOf(words);
  const limit = numberOf(words, '--limit') ?? Number.POSITIVE_INFINITY;
  let after = await placeOf({ ledger, persons }, optionOf(words, '--after'));
  let count = 0;
  for (;;) {
    const wanted = Math.min(PAGE, limit - count);
    const records = wanted > 0 ? await persons.list(filter, wanted, after) : [];
    for (const record of records) write(`${lineOf(record)}\n`);
    count += records.length;
    after = records.at(-1) ?? after;
    if (records.length < wanted || wanted === 0) break;
  }
  const isCut = count === limit && after !== undefined && (await persons.list(filter, 1, after)).length > 0;
  write(`${count} submissions${isCut ? `, and more: --after ${after?.id}` : ''}\n`);
};

function filterOf(words: readonly string[]): ListFilter {
  const state = optionOf(words, '--state') ?? (words.includes('--all') ? 'all' : 'unfinished');
  if (!isState(state)) throw new Error(`--state is one of ${STATES.join(', ')}`);
  const [since, until] = [dateOf(words, '--since'), dateOf(words, '--until')];
  return { state, ...(since && { since }), ...(until && { until }) };
}

const isState = (text: string): text is ListFilter['state'] =>
  text === 'all' || text === 'unfinished' || STATES.some((state) => state === text);

/** A day begins at midnight in Greenwich. */
function dateOf(words: readonly string[], option: string): Date | undefined {
  const text = optionOf(words, option);
  if (text === undefined) return undefined;
  const date = new Date(text);
  if (/^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(date.getTime())) return date;
  throw new Error(`${option} is a day, YYYY-MM-DD, or a time of it, YYYY-MM-DDTHH:MMZ`);
}

function numberOf(words: readonly string[], option: string): number | undefined {
  const text = optionOf(words, option);
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`${option} is a number from 1 on`);
  return Number(text);
}

async function placeOf(
  office: Pick<Office, 'ledger' | 'persons'>,
  id: string | undefined,
): Promise<ListPlace | undefined> {
  if (id === undefined) return undefined;
  const record = await office.ledger.find(await idIn(office, id));
  if (record === undefined) throw new Error('--after is the id of a submission');
  return record;
}
