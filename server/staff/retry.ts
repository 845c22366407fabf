import type { SubmissionRecord } from '../ports/ledger.ts';
import { given } from '../submission/given.ts';
import { settle as settleStage } from '../submission/upkeep.ts';
import { type Arguments, type Command, type CommandContext, note, write } from './context.ts';
import { findSubmission } from './find-submission.ts';
import { allRecords } from './list.ts';

const SOON = 'within 5 seconds, or when it starts';

/** Requests a retry of one submission, or of all that stopped, after a setting or a service was corrected. */
export const retry: Command = {
  options: ['by', 'resend', 'all-stopped', 'stage'],
  takesId: true,
  run: async (context, args) => {
    const { id, options } = args;
    if (options['all-stopped']) return retryAllStopped(context, args);
    if (options.stage !== undefined) throw new Error('--stage goes with --all-stopped');
    const record = await findSubmission(context, id);
    const { status, purgedAt, stages } = record;
    const resend = options.resend ?? false;
    if (status !== 'error') throw new Error(`It is ${status}: there is nothing to try again`);
    if (purgedAt !== undefined) throw new Error('Its data was removed: there is nothing left to send');
    if (!resend && stages.some(({ held }) => held)) {
      throw new Error(
        'It is not known whether its last call was carried out. Look in the outside service for it. ' +
          'If it is not there: retry ID --resend; if it is: settle ID --accepted',
      );
    }
    await requestRetry(context, args, record);
    write(`Noted: the server tries it again ${SOON}\n`);
  },
};

async function retryAllStopped(context: CommandContext, args: Arguments): Promise<void> {
  const { stage, resend } = args.options;
  if (args.id !== undefined || resend) throw new Error('--all-stopped goes with --stage only');
  let count = 0;
  for await (const record of allRecords(context, { state: 'stopped' })) {
    if (stage !== undefined && failedStage(record) !== stage) continue;
    await requestRetry(context, args, record);
    count += 1;
  }
  write(`Noted for ${count}: the server tries them again ${SOON}\n`);
}

const failedStage = ({ stages }: SubmissionRecord) => stages.find(({ state }) => state === 'error')?.name;

async function requestRetry(context: CommandContext, { options }: Arguments, record: SubmissionRecord): Promise<void> {
  const { id } = record;
  const resend = options.resend ?? false;
  const what = `${failedStage(record)}${resend ? ', the call is sent again' : ''}`;
  await note(context, options, { action: 'retry', submission: id, what });
  await context.upkeep.requestRetry({ id, resend });
}

/** Requests sending the documents of one processed submission, or of all whose documents were skipped. */
export const sendDocuments: Command = {
  options: ['by', 'all-skipped'],
  takesId: true,
  run: async (context, { id: text, options }) => {
    const isAll = options['all-skipped'] ?? false;
    if (!context.sendsFiles) throw new Error('FILE_WORKFLOW_URL is not set: there is nowhere to send documents to');
    if (isAll && text !== undefined) throw new Error('Give an ID or --all-skipped, not both');
    const one = isAll ? undefined : await findSubmission(context, text);
    if (one?.purgedAt !== undefined) throw new Error('Its data was removed: there is nothing left to send');
    let count = 0;
    for await (const { id, status, stages } of one ? [one] : allRecords(context, { state: 'skipped' })) {
      if (status !== 'processed' || !stages.some(({ skipped }) => skipped)) continue;
      await note(context, options, { action: 'send-documents', submission: id, what: 'documents that were skipped' });
      await context.upkeep.requestRetry({ id, resend: false, documents: true });
      count += 1;
    }
    if (one && count === 0) throw new Error('Its documents were not skipped: see show');
    write(`Noted for ${count}: the server sends the documents ${SOON}\n`);
  },
};

/** The outside service's id for what was sent: no personal data, so it is kept for good. */
const REFERENCE = /^[\w.:/-]{1,100}$/;

/** Notes that the outside service has the call that is held. */
export const settle: Command = {
  options: ['by', 'accepted', 'stage', 'reference'],
  takesId: true,
  run: async (context, { id: text, options }) => {
    const { accepted, stage, reference } = options;
    const { id, stages } = await findSubmission(context, text);
    if (!accepted) {
      throw new Error(
        'Look in the outside service for the call. If it is there: --accepted; if not: retry ID --resend',
      );
    }
    if (reference !== undefined && !REFERENCE.test(reference)) {
      throw new Error('A reference has at most 100 letters, digits and . : / _ -');
    }
    const outcome = await settleStage(context, { id, ...given({ stage, reference }) });
    if (outcome === 'not-held')
      throw new Error(`No call ${stage ? `of ${stage} ` : ''}is held for the staff: see show`);
    if (outcome === 'busy') throw new Error('The server has just changed it: try again');
    const name = stages.find(({ held }) => held)?.name;
    const what = `${name}, accepted${reference === undefined ? '' : ` as ${reference}`}`;
    await note(context, options, { action: 'settle', submission: id, what });
    write(`Noted: the outside service has the call. The server continues after it ${SOON}\n`);
  },
};
