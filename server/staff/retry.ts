import type { SubmissionRecord } from '../ports/ledger.ts';
import type { ListFilter, ListPlace } from '../ports/personal-data.ts';
import { type Office, optionOf, write } from './office.ts';

const PAGE = 500;

/** Has the server try every stopped submission again, or those that stopped at one stage: after a setting was repaired. */
export async function retryAllStopped(office: Office, words: readonly string[]): Promise<void> {
  const stage = optionOf(words, '--stage');
  let count = 0;
  for await (const { id, stages } of all(office, 'stopped')) {
    if (stage !== undefined && !stages.some(({ name, state }) => name === stage && state === 'error')) continue;
    await office.upkeep.requestRetry({ id, resend: false });
    count += 1;
  }
  write(`Noted for ${count}: the server takes them up within 5 seconds, or when it starts\n`);
}

/** Has the server send the documents of one processed application, or of all whose documents were skipped. */
export async function sendDocuments(office: Office, record: SubmissionRecord | 'all'): Promise<void> {
  if (!office.sendsFiles) throw new Error('FILE_WORKFLOW_URL is not set: there is nowhere to send documents to');
  if (record !== 'all' && record.purgedAt !== undefined)
    throw new Error('Its data was removed: nothing is left to send');
  let count = 0;
  for await (const { id, status, stages } of record === 'all' ? all(office, 'skipped') : [record]) {
    if (status !== 'processed' || !stages.some(({ skipped }) => skipped)) continue;
    await office.upkeep.requestRetry({ id, resend: false, documents: true });
    count += 1;
  }
  if (record !== 'all' && count === 0) throw new Error('Its documents were not skipped: see show');
  write(`Noted for ${count}: the server sends the documents within 5 seconds, or when it starts\n`);
}

/** Every submission in a state, page by page. */
async function* all({ persons }: Office, state: ListFilter['state']): AsyncGenerator<SubmissionRecord> {
  let after: ListPlace | undefined;
  for (;;) {
    const page = await persons.list({ state }, PAGE, after);
    yield* page;
    after = page.at(-1);
    if (page.length < PAGE) return;
  }
}
