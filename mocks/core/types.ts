import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** A file as it arrived: never its bytes, only what proves them. */
export interface ReceivedFile {
  /** The multipart field it came in; absent in the file workflow. */
  readonly field?: string;
  readonly filename: string;
  /** The question that the document answers; in the file workflow only. */
  readonly slot?: string;
  readonly contentType?: string;
  /** Bytes. */
  readonly size: number;
  /** Lower-case hex. */
  readonly sha256: string;
}

/** A request body after its reader: parsed, with files replaced by what proves them. */
export interface Body {
  /** The JSON value, or the form's fields; undefined when there was none or it could not be read. */
  readonly value: unknown;
  readonly files: readonly ReceivedFile[];
  /** Bytes on the wire. */
  readonly bytes: number;
  /** Why the body could not be read; the service answers 400 with it. */
  readonly problem?: string;
}

/** One outside call, as a service sees it. */
export interface Call {
  readonly service: string;
  readonly path: string;
  /** Names in lower case. */
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  readonly body: Body;
}

/** What a service says. `body` is sent as JSON; a string is sent as it is. */
export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One service: how its calls are recognised, read and answered. */
export interface Service {
  /** What scenarios, figures and tests call it; each service has its own. */
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** The whole path, or a pattern of it. */
  readonly path: string | RegExp;
  /** Lists answer quicker than what does work. */
  readonly pace: 'read' | 'write';
  /** Whether a repeated Idempotency-Key gets the first answer again. */
  readonly keyed?: boolean;
  readonly read: (request: IncomingMessage) => Promise<Body>;
  /** Says no before any work: missing token, missing signature. */
  readonly guard?: (call: Call) => Answer | undefined;
  readonly answer: (call: Call) => Answer;
  /** Answers only this service has, by scenario name. */
  readonly scenarios?: Readonly<Record<string, (call: Call) => Answer>>;
}
