import { readBody } from '../submission/body.ts';
import { maskedSubmission, searchFactsOf } from '../submission/views.ts';
import { type Command, note, write } from './context.ts';
import { findSubmission } from './find-submission.ts';

/** Shows one submission without answers; name and contact only if they are needed. */
export const show: Command = {
  options: ['by', 'contact'],
  takesId: true,
  run: async (context, { id, options }) => {
    const record = await findSubmission(context, id);
    const body = record.purgedAt ? undefined : readBody(await context.ledger.body(record.id, record.revision));
    if (options.contact && body === undefined) throw new Error('Its data was removed');
    const shown = maskedSubmission(record, body, await context.uploads.ofDraft(record.id));
    const isNeeded = options.contact || record.stages.some(({ held, repeated }) => held || repeated);
    const facts = isNeeded && body ? { searchFor: searchFactsOf(record, body) } : {};
    // First: without a note nothing personal is shown.
    if (isNeeded && body)
      await note(context, options, { action: 'show', submission: record.id, what: 'name and contact' });
    write(`${JSON.stringify({ ...shown, ...facts }, undefined, 2)}\n`);
  },
};
