import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { problemSchema } from '#contract/problem.ts';
import { submissionSchema } from '#contract/submission.ts';
import type { Stage, Submission } from '#domain/submission/submission.ts';
import { AGENCY, MINIMAL, SHORT_MINIMAL } from '#tests/domain/support/applications.ts';
import { makePdf } from '#tests/support/pdf.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface DocumentEntry {
  readonly slot: string;
  readonly uploadId: string;
  readonly name: string;
  readonly size: number;
}

export interface Application {
  readonly id: string;
  readonly path: string;
  readonly body: {
    readonly variant?: 'direct' | 'agent';
    readonly values: object;
    readonly documents: readonly object[];
  };
}

export const REQUIRED_SLOTS = ['year12Evidence', 'passport', 'englishTest', 'academicQualifications'];

const day = (years: number) => new Date(Date.now() + years * 365 * 86_400_000).toISOString().slice(0, 10);

/** Answers that are valid on any day. */
export const STUDENT = { ...MINIMAL, passportExpiryDate: day(4), selectedIntake: day(1) };
export const SHORT = { ...SHORT_MINIMAL, passportExpiryDate: day(4), intakeYear: String(new Date().getFullYear()) };
export const agency = (): object => ({ ...AGENCY, agentApplicationId: freshApplicationId() });

function freshApplicationId(): string {
  const letters = randomUUID().replaceAll('-', '').slice(0, 6).toUpperCase();
  return `AGT-2026-${letters}-123456`;
}

export const submissionOf = (answer: Answer): Submission => v.parse(submissionSchema, JSON.parse(answer.text));
export const problemOf = (answer: Answer) => v.parse(problemSchema, JSON.parse(answer.text));

export function stageOf(submission: Submission, name: string): Stage {
  const stage = submission.stages.find((one) => one.name === name);
  if (stage === undefined) throw new Error(`no stage ${name}`);
  return stage;
}

interface Asking {
  readonly method?: string;
  readonly headers: Record<string, string>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly signal?: AbortSignal;
}
/** Sends a request: `fetch`, or the same over another kind of connection. */
export type Fetch = (
  url: string,
  asking: Asking,
) => Promise<{
  readonly status: number;
  readonly headers: Headers;
  readonly body: AsyncIterable<Uint8Array> | null;
  text(): Promise<string>;
}>;

/** Short methods for the calls of a server. */
export class Client {
  readonly url: string;
  readonly #fetch: Fetch;

  constructor(url: string, fetcher: Fetch = fetch) {
    this.url = url;
    this.#fetch = fetcher;
  }

  async send(
    method: string,
    path: string,
    body?: string | Uint8Array,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await this.#fetch(this.url + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : new Uint8Array(body) }),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  get = (path: string) => this.send('GET', path);
  put = ({ path, body }: Pick<Application, 'path' | 'body'>) =>
    this.send('PUT', path, JSON.stringify(body), { 'content-type': 'application/json' });

  createUpload(facts: { draftId: string; slot: string; name: string; size: number; sha256?: string }): Promise<Answer> {
    const { draftId, slot, name, size, sha256 } = facts;
    const metadata = { draftId, slot, filename: name, filetype: 'application/pdf', ...(sha256 ? { sha256 } : {}) };
    const header = Object.entries(metadata).map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`);
    const headers = { 'tus-resumable': '1.0.0', 'upload-length': String(size), 'upload-metadata': header.join(',') };
    return this.send('POST', '/api/uploads', undefined, headers);
  }

  patch(location: string, offset: number, bytes: Uint8Array): Promise<Answer> {
    const headers = {
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
    };
    return this.send('PATCH', location, bytes, headers);
  }

  async upload(
    draftId: string,
    slot: string,
    bytes = makePdf({ mark: slot }),
    name = `${slot}.pdf`,
  ): Promise<DocumentEntry> {
    const created = await this.createUpload({ draftId, slot, name, size: bytes.length });
    if (created.status !== 201) throw new Error(`upload not created: ${created.status} ${created.text}`);
    const location = created.headers.get('location') ?? '';
    const answer = await this.patch(location, 0, bytes);
    if (answer.status !== 204) throw new Error(`upload refused: ${answer.status} ${answer.text}`);
    return { slot, uploadId: location.split('/').at(-1) ?? '', name, size: bytes.length };
  }

  /** A complete application with uploaded documents. */
  async student(variant: 'direct' | 'agent' = 'direct', changes: object = {}): Promise<Application> {
    const id = randomUUID();
    const documents = await Promise.all(REQUIRED_SLOTS.map((slot) => this.upload(id, slot)));
    return {
      id,
      path: `/api/student-applications/${id}`,
      body: { variant, values: { ...STUDENT, ...changes }, documents },
    };
  }

  async short(): Promise<Application> {
    const id = randomUUID();
    const documents = [await this.upload(id, 'photo-id')];
    return { id, path: `/api/short-applications/${id}`, body: { values: SHORT, documents } };
  }

  async agency(): Promise<Application> {
    const id = randomUUID();
    const documents = [await this.upload(id, 'agent-introduction')];
    return { id, path: `/api/agent-applications/${id}`, body: { values: agency(), documents } };
  }

  /** Follows the events until the submission has the wanted state; returns that state. */
  async until(
    id: string,
    wanted: (submission: Submission) => boolean,
    headers: Record<string, string> = {},
  ): Promise<Submission> {
    for await (const { submission } of this.events(id, headers)) if (wanted(submission)) return submission;
    throw new Error('the events ended before the submission had the wanted state');
  }

  settled = (id: string) => this.until(id, ({ status }) => status !== 'processing');
  processed = (id: string) => this.until(id, ({ status }) => status === 'processed');

  async *events(
    id: string,
    headers: Record<string, string> = {},
  ): AsyncGenerator<{ id: string; submission: Submission }> {
    const abort = new AbortController();
    const response = await this.#fetch(`${this.url}/api/submissions/${id}/events`, { headers, signal: abort.signal });
    let text = '';
    try {
      for await (const chunk of response.body ?? []) {
        text += Buffer.from(chunk).toString('utf8');
        for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
          const event = text.slice(0, end);
          text = text.slice(end + 2);
          const [, eventId = '', data = ''] = /^id: (\d+)\ndata: (.*)$/.exec(event) ?? [];
          if (data !== '') yield { id: eventId, submission: v.parse(submissionSchema, JSON.parse(data)) };
        }
      }
    } finally {
      abort.abort();
    }
  }
}
