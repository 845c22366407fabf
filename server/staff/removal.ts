import { allowRemoval as allowStopped, stoppedRemoval } from '../submission/removal-brake.ts';
import { purge as purgeSubmission } from '../submission/upkeep.ts';
import { type Command, note, write } from './context.ts';
import { findSubmission } from './find-submission.ts';

/** Removes the personal data of one submission after a confirmation. */
export const purge: Command = {
  options: ['by', 'yes'],
  takesId: true,
  run: async (context, { id: text, options }) => {
    const { id, kind, status, purgedAt } = await findSubmission(context, text);
    const isSure =
      purgedAt !== undefined ||
      options.yes ||
      (await context.prompt.confirm(`Remove the personal data of ${id}, ${kind}, ${status} for good?`));
    if (!isSure) throw new Error('Nothing was removed');
    if ((await context.upkeep.retryRequests()).some((request) => request.id === id)) throw new Error(STILL_ACTIVE);
    const outcome = await purgeSubmission(context, id);
    if (outcome === 'busy') throw new Error(STILL_ACTIVE);
    if (outcome === 'purged') {
      await note(context, options, { action: 'purge', submission: id, what: `${kind}, ${status}` });
    }
    write(outcome === 'purged' ? 'Removed: answers, outputs and documents\n' : 'It was removed before\n');
  },
};

const STILL_ACTIVE =
  'Nothing was removed: the server is still working on it. Try again when `list` shows it as stopped, held or processed';

/** Shows what the removal brake has stopped, and allows its removal after a confirmation. */
export const allowRemoval: Command = {
  options: ['by', 'yes'],
  takesId: false,
  run: async (context, { options }) => {
    const { notes, prompt } = context;
    const stopped = await stoppedRemoval(notes);
    if (stopped === undefined) throw new Error('No removal is stopped');
    const { now, retentionDays, submissions, uploads, files } = stopped;
    write(
      `Removal is stopped. The server's clock says ${now}, RETENTION_DAYS is ${retentionDays}. It would remove\n` +
        `  the answers and documents of ${submissions.removing} submissions, of ${submissions.kept} that have any\n` +
        `  ${uploads.removing} uploads that were not submitted, of ${uploads.kept} in all\n` +
        `  ${files} files that the ledger does not know\n` +
        'First check that clock and RETENTION_DAYS, and whether the right backup was restored.\n',
    );
    const isSure = options.yes || (await prompt.confirm('Remove all of this for good?'));
    if (!isSure) throw new Error('Nothing was allowed');
    const what = `${submissions.removing} submissions, ${uploads.removing} uploads, ${files} files`;
    await note(context, options, { action: 'allow-removal', what });
    await allowStopped(notes, stopped);
    write('Allowed: the server removes it within 5 seconds, or when it starts\n');
  },
};
