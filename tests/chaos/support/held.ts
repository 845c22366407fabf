import type { Mocks } from '#mocks/server.ts';
import type { Client } from '#tests/server/support/client.ts';
import { staffCommand } from '#tests/server/support/staff-command.ts';
import type { Product } from '#tests/support/product.ts';
import { type Submitted, watch } from './applicant.ts';

/** Scenarios in which the mock sends no answer that shows the result of an offer. */
const UNANSWERED: readonly string[] = ['cut-before', 'cut-after', 'fails-after', 'half-answer'];

/** The next server's message about a call that was open when the previous server was killed. */
const INTERRUPTED = 'A call was sent, and its answer is not known';

/** What the staff did with held submissions. */
export interface Settlements {
  /** Ids, once for each time that they were held. */
  readonly held: string[];
  /** How often the records API had the offer, so that it was not sent again. */
  accepted: number;
  readonly problems: string[];
}

interface Office {
  readonly client: Client;
  readonly mocks: Mocks;
  readonly product: Product;
  readonly settlements: Settlements;
}

/** Watches until it is processed. Whenever it is held, the staff look in the records and report what they found. */
export async function watchAsStaff(office: Office, { id }: Submitted): Promise<object | undefined> {
  for (let after = 0; ; ) {
    const seen = await watch(office.client, id, ({ status, held }) => status === 'processed' || held === true);
    if (seen?.held !== true) return seen;
    after = await settle(office, id, after);
    await watch(office.client, id, ({ held }) => held !== true);
  }
}

/** @returns the order of the last call so far, so that only a later call can hold it next time */
async function settle({ mocks, product, settlements }: Office, id: string, after: number) {
  const calls = mocks.received({ service: 'offers', idempotencyKey: id, after });
  const command = (...words: readonly string[]) => staffCommand({ ...mocks.env, DATA_DIR: product.dataDir }, words);
  const because = /"because": "([^"]*)"/.exec((await command('show', id)).out)?.[1];
  settlements.held.push(id);
  if (because !== INTERRUPTED && !calls.some(({ scenario }) => UNANSWERED.includes(scenario))) {
    settlements.problems.push(`${id} is held (${because}), and all its calls were answered`);
  }
  const offer = mocks.offers().find(({ idempotencyKey }) => idempotencyKey === id);
  if (offer) settlements.accepted += 1;
  const words = offer ? ['settle', id, '--accepted', '--reference', offer.offerId] : ['retry', id, '--resend'];
  const said = await command(...words);
  if (said.code !== 0) settlements.problems.push(`${words.join(' ')}: ${said.err}`);
  return calls.at(-1)?.order ?? after;
}
