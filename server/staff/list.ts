import type { ListFilter, ListPlace } from '../adapters/sql/personal-data.ts';
import type { SubmissionRecord } from '../ports/ledger.ts';
import { type Command, type CommandContext, type Options, write } from './context.ts';
import { findSubmission, HEADER, lineOf } from './find-submission.ts';

const STATES = ['processing', 'waiting', 'stopped', 'held', 'repeated', 'skipped', 'processed', 'purged'] as const;
const PAGE = 500;

/** Writes one line for each submission, without personal data. */
export const list: Command = {
  options: ['all', 'state', 'since', 'until', 'limit', 'after'],
  takesId: false,
  run: async (context, { options }) => {
    const limit = limitOf(options);
    const start = options.after === undefined ? undefined : await findSubmission(context, options.after);
    let count = 0;
    let after = start?.id;
    let isCut = false;
    for await (const record of allRecords(context, filterOf(options), start)) {
      isCut = count === limit;
      if (isCut) break;
      if (count === 0) write(`${HEADER}\n`);
      write(`${lineOf(record)}\n`);
      count += 1;
      after = record.id;
    }
    write(`${count} submissions${isCut ? `, and more: --after ${after}` : ''}\n`);
  },
};

/** Every submission that matches a filter, page by page. */
export async function* allRecords(
  { persons }: Pick<CommandContext, 'persons'>,
  filter: ListFilter,
  after?: ListPlace,
): AsyncGenerator<SubmissionRecord> {
  let last = after;
  for (;;) {
    const page = await persons.list(filter, PAGE, last);
    yield* page;
    last = page.at(-1);
    if (page.length < PAGE) return;
  }
}

function filterOf(options: Options): ListFilter {
  const state = options.state ?? (options.all ? 'all' : 'unfinished');
  if (!isState(state)) throw new Error(`--state is one of ${STATES.join(', ')}`);
  const [since, until] = [dateOf(options, 'since'), dateOf(options, 'until')];
  return { state, ...(since && { since }), ...(until && { until }) };
}

const isState = (text: string): text is ListFilter['state'] =>
  text === 'all' || text === 'unfinished' || STATES.some((state) => state === text);

/** A day begins at midnight UTC. */
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
