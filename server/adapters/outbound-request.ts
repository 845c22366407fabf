/**
 * A body of known length in bytes, which is given once: by `read` where it is small, else by `open`, in blocks. A block
 * may be text, of ASCII characters only.
 */
export interface OutboundBody {
  readonly length: number;
  read(): Promise<Buffer>;
  open(): AsyncIterable<Uint8Array | string>;
}

export interface OutboundRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | OutboundBody;
  /** Statuses whose answers the caller reads itself; 2xx when left out. */
  readonly reads?: (status: number) => boolean;
}

export interface OutboundAnswer {
  readonly status: number;
  readonly text: string;
  /** False when the connection broke, or the answer was too long, after its status had come. */
  readonly whole: boolean;
}
