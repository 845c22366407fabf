import type { Server } from 'node:http';
import type { Socket } from 'node:net';

interface Reader {
  /** Bytes of answers that its connection has taken. */
  taken: number;
  /** When that number was another one. */
  since: number;
}

/**
 * Ends connections whose answers are not read: bytes wait to be taken, and none was for `unreadMs`. An answer that comes
 * in blocks (a file of the build, a list, an event stream) would otherwise keep its place, its file and its memory for
 * as long as somebody likes. Who reads slowly may take all the time there is.
 */
export function endUnreadAnswers(
  server: Server,
  { checkEveryMs, unreadMs }: { readonly checkEveryMs: number; readonly unreadMs: number },
): void {
  const readers = new Map<Socket, Reader>();
  server.on('connection', (socket) => {
    readers.set(socket, { taken: 0, since: performance.now() });
    socket.once('close', () => readers.delete(socket));
  });
  const timer = setInterval(() => {
    const now = performance.now();
    for (const [socket, reader] of readers) {
      const taken = socket.bytesWritten - socket.writableLength;
      if (socket.writableLength === 0 || taken !== reader.taken) Object.assign(reader, { taken, since: now });
      else if (now - reader.since >= unreadMs) socket.destroy();
    }
  }, checkEveryMs).unref();
  server.once('close', () => clearInterval(timer));
}
