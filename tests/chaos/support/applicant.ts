import { setTimeout as pause } from 'node:timers/promises';
import type { Submission } from '#domain/submission/submission.ts';
import { type Application, type Client, submissionOf } from '#tests/server/support/client.ts';

export type Kind = 'direct' | 'agent' | 'short' | 'agency';

export interface Submitted {
  readonly kind: Kind;
  readonly id: string;
  readonly documents: number;
  /** For students: the OfferId in the answer to the PUT. */
  readonly offerId?: string;
}

const AGAIN_MS = 100;
const PATIENCE_MS = 180_000;

/**
 * One applicant whose server may die at any moment: uploads and submits again until an answer arrives, then closes the
 * page for good. The server must finish what it accepted.
 */
export async function apply(client: Client, kind: Kind): Promise<Submitted> {
  const application = await insist(() => make(client, kind));
  const answer = await insist(async () => {
    const reply = await client.put(application);
    if (reply.status !== 202 && reply.status !== 200) throw new Error(`${reply.status} ${reply.text}`);
    return reply;
  });
  const { id, offerId } = submissionOf(answer);
  const documents = application.body.documents.length;
  return { kind, id, documents, ...(offerId === undefined ? {} : { offerId }) };
}

function make(client: Client, kind: Kind): Promise<Application> {
  if (kind === 'short') return client.short();
  if (kind === 'agency') return client.agency();
  const agent = { howDidYouHearAboutUs: 'Agent', selectedAgent: 'Harbour|China' };
  return kind === 'agent' ? client.student('agent', agent) : client.student();
}

const isProcessed = ({ status }: Submission): boolean => status === 'processed';

/**
 * Looks at a submission at intervals and without action, until it is processed or `isOver`; undefined if it never is.
 */
export async function watch(client: Client, id: string, isOver = isProcessed): Promise<Submission | undefined> {
  const deadline = Date.now() + PATIENCE_MS;
  while (Date.now() < deadline) {
    const answer = await client.get(`/api/submissions/${id}`).catch(() => undefined);
    const submission = answer?.status === 200 ? submissionOf(answer) : undefined;
    if (submission && isOver(submission)) return submission;
    await pause(AGAIN_MS * 2);
  }
  return undefined;
}

async function insist<T>(attempt: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await pause(AGAIN_MS);
    }
  }
}
