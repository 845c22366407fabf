import http from 'node:http';

/** A request whose body arrives in pieces, or never completely. */
export interface HalfSent {
  write(bytes: Uint8Array): void;
  /** Resolves when the operating system has the bytes: they arrive even if the connection breaks afterwards. */
  send(bytes: Uint8Array): Promise<void>;
  /** Breaks its connection. */
  destroy(): void;
  /** Status and problem code of its answer. */
  answer(): Promise<{ readonly status: number; readonly code: string | undefined }>;
  /** Resolves when its connection has ended, with or without an answer. */
  ended(): Promise<void>;
}

/** Sends the headers of a request, on a separate connection. */
export function openRequest(
  url: string,
  { path, ...rest }: { readonly path: string; readonly method: string; readonly headers: Record<string, string> },
): HalfSent {
  const request = http.request(url + path, { agent: false, ...rest });
  const answered = new Promise<http.IncomingMessage>((resolve) => request.once('response', resolve));
  const closed = new Promise<void>((resolve) => request.once('close', () => resolve()));
  // The test or the server breaks this connection.
  request.on('error', () => undefined);
  request.flushHeaders();
  return {
    write: (bytes) => void request.write(bytes),
    send: (bytes) => new Promise((resolve) => request.write(bytes, () => resolve())),
    destroy: () => void request.destroy(),
    answer: async () => {
      const response = await answered;
      const text = Buffer.concat(await response.toArray()).toString('utf8');
      const { code } = JSON.parse(text) as { code?: string };
      return { status: response.statusCode ?? 0, code };
    },
    ended: () => closed,
  };
}
