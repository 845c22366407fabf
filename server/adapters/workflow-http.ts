import * as v from 'valibot';
import { CallFailure } from '../ports/call-failure.ts';
import type { Clock } from '../ports/clock.ts';
import type { CallOptions } from '../ports/records.ts';
import { type FileMessage, type FlowForm, fileMessageBody, multipartBody } from './bodies.ts';
import type { Exchange } from './exchange.ts';
import type { Outbound, OutboundCall } from './outbound.ts';

export type ApplicationRoute = 'direct' | 'agent';
export type Flow = 'short' | 'agent';

interface FormOptions extends CallOptions {
  /** The form was accepted for the mock submission. Other forms never go there. */
  readonly mayBeMock?: boolean;
}

/** The workflow automation service (R9.2). Methods reject with CallFailure; success is by HTTP status. */
export interface Workflow {
  /** The JSON of a student application, to the endpoint of its variant. */
  sendApplication(route: ApplicationRoute, payload: object, options: CallOptions): Promise<void>;
  /** Documents as JSON with base64 content, streamed. */
  sendFiles(message: FileMessage, options: CallOptions): Promise<void>;
  /** Sends a multipart form to an automation flow; resolves to the id in the answer, if any. */
  sendForm(flow: Flow, form: FlowForm, options: FormOptions): Promise<{ readonly id?: string }>;
}

interface HttpWorkflowOptions {
  readonly outbound: Outbound;
  /** Endpoints by their use. An agent's application goes to the student endpoint if there is no other. */
  readonly urls: {
    readonly application: Readonly<Record<ApplicationRoute, string | undefined>>;
    readonly files: string | undefined;
    readonly flows: Readonly<Record<Flow, string | undefined>>;
  };
  readonly mock: Exchange | undefined;
}

const JSON_TYPE = { 'content-type': 'application/json' };

const FlowAnswer = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ id: v.pipe(v.union([v.string(), v.number()]), v.transform(String)) }),
);

/** The workflow automation service over HTTP. Success is HTTP ok, unless the answer is a web page (R9.2). */
export function createHttpWorkflow({ outbound, urls, mock }: HttpWorkflowOptions): Workflow {
  const service = 'workflow';
  const post = (call: Pick<OutboundCall<void>, 'operation' | 'url' | 'body' | 'key' | 'leaving'>) =>
    outbound({ service, headers: JSON_TYPE, read: () => undefined, ...call });
  return {
    sendApplication: (route, payload, { key, leaving }) => {
      const url = urls.application[route] ?? urls.application.direct;
      return post({ operation: `application-${route}`, url, body: JSON.stringify(payload), key, leaving });
    },
    sendFiles: (message, { key, leaving }) =>
      post({ operation: 'files', url: urls.files, body: fileMessageBody(message), key, leaving }),
    sendForm: (flow, form, { key, leaving, mayBeMock }) => {
      const isMock = flow === 'agent' && mock !== undefined && mayBeMock === true;
      const body = multipartBody(isMock ? jsonVariant(form) : form, key);
      return outbound({
        service,
        operation: `flow-${flow}`,
        headers: { 'content-type': body.contentType },
        body,
        key,
        leaving,
        read: ({ text }) => idIn(text),
        ...(isMock ? { url: 'mock:submission', exchange: mock } : { url: urls.flows[flow] }),
      });
    },
  };
}

/** An answer that cannot be parsed is a success with no id (R9.11). */
function idIn(text: string): { readonly id?: string } {
  const { success, output } = v.safeParse(FlowAnswer, text);
  return success ? output : {};
}

/** The mock submission takes 2 s and fails one time in ten (R9.15). */
const MOCK_DELAY_MS = 2000;
const MOCK_FAILURE_RATE = 0.1;

/** Sends nothing (R14.6), but reads the documents, so that an unreadable one fails. */
export function createMockSubmission(clock: Pick<Clock, 'sleep' | 'random'>): Exchange {
  return async ({ body, headers }) => {
    if (typeof body === 'object') for await (const _block of body.open());
    await clock.sleep(MOCK_DELAY_MS);
    if (clock.random() < MOCK_FAILURE_RATE) {
      throw new CallFailure('refused', 'The mock submission failed', {
        status: 500,
        bodyMessage: 'Mock submission failed',
      });
    }
    const id = `MOCK-${headers['idempotency-key']}`;
    return { status: 200, headers: {}, text: JSON.stringify({ id }), whole: true };
  };
}

/** The multipart variant that the mock takes: one field `jsonData`, and the files (R9.15). */
const jsonVariant = ({ fields, files }: FlowForm): FlowForm => ({
  fields: [['jsonData', JSON.stringify(Object.fromEntries(fields))]],
  files,
});
