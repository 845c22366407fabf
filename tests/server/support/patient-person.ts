import { randomUUID } from 'node:crypto';
import type { Submission } from '#domain/submission/submission.ts';
import { makePdf } from '#tests/support/pdf.ts';
import { type Answer, type Application, Client, type DocumentEntry, REQUIRED_SLOTS, STUDENT } from './client.ts';

/** More than any single fault needs; if this is not enough, waiting does not help. */
const TRIES = 8;

/** An application before its documents are attached. */
export interface Wish {
  /** The address of its PUT, without the id. */
  readonly path: string;
  readonly variant?: 'direct';
  readonly values: object;
  readonly slots: readonly string[];
  /** The applicant presses the button twice or has two tabs. */
  readonly isSentTwice?: boolean;
}

/** The sent application, its last state, and its documents. */
export interface Sent {
  readonly application: Application;
  readonly submission: Submission;
  readonly documents: readonly Buffer[];
  /** How often it stopped and needed another PUT to continue. */
  readonly stops: number;
}

/**
 * Attaches documents and sends an application, like a page (R6.7, R7.14). Retries if there is no answer, or on 408, 429
 * or 5xx. An upload continues at its last byte, and starts again if it is gone. A submission that stopped without an
 * automatic retry is sent again. Rejects if something is refused permanently.
 */
export async function bringThrough(url: string, wish: Wish): Promise<Sent> {
  const client = new Client(url);
  const id = randomUUID();
  const documents = wish.slots.map((slot) => makePdf({ bytes: 700, mark: `${id} ${slot}` }));
  const entries: DocumentEntry[] = [];
  for (const [i, slot] of wish.slots.entries()) entries.push(await attach(client, id, slot, documents[i] as Buffer));
  const { path, values, variant } = wish;
  const application = { id, path: `${path}/${id}`, body: { ...(variant && { variant }), values, documents: entries } };
  for (let stops = 0; stops < TRIES; stops += 1) {
    const put = () => persistently(() => client.put(application));
    for (const answer of await Promise.all(wish.isSentTwice ? [put(), put()] : [put()]))
      if (answer.status > 202) throw refused('the application', answer);
    const submission = await follow(client, id);
    if (submission.status === 'processed') return { application, submission, documents, stops };
  }
  throw new Error('the application stopped too often');
}

/**
 * A student's complete application, its documents attached in the same way. A node connects to the database at the
 * first document, has two seconds for each connection, and refuses until it has one.
 */
export async function attachedStudent(client: Client): Promise<Application> {
  const id = randomUUID();
  const documents = await Promise.all(REQUIRED_SLOTS.map((slot) => attach(client, id, slot, makePdf({ mark: slot }))));
  return { id, path: `/api/student-applications/${id}`, body: { variant: 'direct', values: STUDENT, documents } };
}

async function attach(client: Client, draftId: string, slot: string, bytes: Buffer): Promise<DocumentEntry> {
  const name = `${slot}.pdf`;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const created = await persistently(() => client.createUpload({ draftId, slot, name, size: bytes.length }));
    if (created.status !== 201) throw refused(slot, created);
    const location = created.headers.get('location') ?? '';
    const entry = { slot, uploadId: location.split('/').at(-1) ?? '', name, size: bytes.length };
    if (await sendBytes(client, location, bytes)) return entry;
  }
  throw new Error(`${slot} was gone too often`);
}

/** Whether all bytes arrived; false if the upload is gone. */
async function sendBytes(client: Client, location: string, bytes: Buffer): Promise<boolean> {
  let offset = 0;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const sent = await client.patch(location, offset, bytes.subarray(offset)).catch(() => undefined);
    if (sent?.status === 204) offset = Number(sent.headers.get('upload-offset'));
    else if (sent && !mayPass(sent) && sent.status !== 409 && sent.status !== 404) throw refused(location, sent);
    if (sent?.status !== 204) {
      const headers = { 'tus-resumable': '1.0.0' };
      const stands = await persistently(() => client.send('HEAD', location, undefined, headers));
      if (stands.status === 404) return false;
      offset = Number(stands.headers.get('upload-offset'));
    }
    if (offset === bytes.length) return true;
  }
  throw new Error(`the bytes for ${location} never arrived`);
}

/** Returns how a submission ends, or that the applicant must send it again. */
async function follow(client: Client, id: string): Promise<Submission> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const isOver = ({ status, retryAt }: Submission) => status === 'processed' || (status === 'error' && !retryAt);
    const seen = await client.until(id, isOver).catch(() => undefined);
    if (seen) return seen;
  }
  throw new Error('the submission could not be followed');
}

const mayPass = ({ status }: Answer) => status === 408 || status === 429 || status >= 500;

async function persistently(ask: () => Promise<Answer>): Promise<Answer> {
  let last: Answer | undefined;
  for (let tries = 0; tries < TRIES; tries += 1) {
    last = await ask().catch(() => undefined);
    if (last && !mayPass(last)) return last;
  }
  throw new Error(`retries exhausted: ${last?.status} ${last?.text}`);
}

const refused = (what: string, { status, text }: Answer) => new Error(`${what} was refused: ${status} ${text}`);
