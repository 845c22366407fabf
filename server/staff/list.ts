import type { ListFilter, ListPlace } from '../ports/personal-data.ts';
import { type Command, type Options, write } from './context.ts';
import { findSubmission } from './find-submission.ts';
import { HEADER, lineOf } from './lines.ts';

const STATES = ['processing', 'waiting', 'stopped', 'held', 'repeated', 'skipped', 'processed', 'purged'] as const;
/** Read at once; any number is written, one page after the other. */
const PAGE = 500;

/** Writes one line for each submission, and nothing personal. */
export const list: Command = {
  options: ['all', 'state', 'since', 'until', 'limit', 'after'],
  takesId: false,
  run: async (context, { options }) => {
    const { persons } = context;
    const filter = filterOf(options);
    const limit = limitOf(options);
    let after: ListPlace | undefined =
      options.after === undefined ? undefined : await findSubmission(context, options.after);
    let count = 0;
    for (;;) {
      const wanted = Math.min(PAGE, limit - count);
      const records = wanted > 0 ? await persons.list(filter, wanted, after) : [];
      if (count === 0 && records.length > 0) write(`${HEADER}\n`);
      for (const record of records) write(`${lineOf(record)}\n`);
      count += records.length;
      after = records.at(-1) ?? after;
      if (records.length < wanted || wanted === 0) break;
    }
    const isCut = count === limit && after !== undefined && (await persons.list(filter, 1, after)).length > 0;
    write(`${count} submissions${isCut ? `, and more: --after ${after?.id}` : ''}\n`);
  },
};

function filterOf(options: Options): ListFilter {
  const state = options.state ?? (options.all ? 'all' : 'unfinished');
  if (!isState(state)) throw new Error(`--state is one of ${STATES.join(', ')}`);
  const [since, until] = [dateOf(options, 'since'), dateOf(options, 'until')];
  return { state, ...(since && { since }), ...(until && { until }) };
}

const isState = (text: string): text is ListFilter['state'] =>
  text === 'all' || text === 'unfinished' || STATES.some((state) => state === text);

/** A day begins at midnight in Greenwich. */
function dateOf(options: Options, option: 'since' | 'until'): Date | undefined {
  const text = options[option];
  if (text === undefined) return undefined;
  const date = new Date(text);
  if (/^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(date.getTime())) return date;
  throw new Error(`--${option} is a day, YYYY-MM-DD, or a time of it, YYYY-MM-DDTHH:MMZ`);
}

function limitOf({ limit }: Options): number {
  if (limit === undefined) return Number.POSITIVE_INFINITY;
  if (!/^[1-9]\d{0,8}$/.test(limit)) throw new Error('--limit is a number from 1 on');
  return Number(limit);
}
