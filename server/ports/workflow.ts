import type { CallOptions } from './records.ts';

/** A document on its way out; its bytes are read while they are sent. */
export interface OutgoingFile {
  readonly filename: string;
  readonly type: string;
  readonly size: number;
  readonly sha256?: string | undefined;
  open(): AsyncIterable<Uint8Array>;
}

/** Documents of an application, with what says to which application and to which question each of them belongs (R9.5). */
export interface FileMessage {
  readonly subject: string;
  readonly offerId: string;
  readonly submissionId: string;
  readonly files: readonly (OutgoingFile & { readonly slot: string })[];
}

export interface FlowForm {
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly files: readonly (OutgoingFile & { readonly part: string })[];
}

export type ApplicationRoute = 'direct' | 'agent';
export type Flow = 'short' | 'agent';

interface FormOptions extends CallOptions {
  /** Who accepted the form meant it for the mock submission. Any other form never goes there. */
  readonly mayBeMock?: boolean;
}

/** The workflow automation service (R9.2). Methods reject with CallFailure; success is by HTTP status. */
export interface Workflow {
  /** The JSON of a student application, to the endpoint of its variant. */
  sendApplication(route: ApplicationRoute, payload: object, options: CallOptions): Promise<void>;
  /** Documents as JSON with base64 content, streamed. */
  sendFiles(message: FileMessage, options: CallOptions): Promise<void>;
  /** A multipart form to an automation flow; the id that it answers, if it answers one. */
  sendForm(flow: Flow, form: FlowForm, options: FormOptions): Promise<{ readonly id?: string }>;
}
