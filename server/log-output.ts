import { write, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** Lines are written when there are so many bytes of them, none later than so many milliseconds. */
const GATHERED_BYTES = 4096;
const GATHERED_MS = 100;
/** Bytes that wait for a reader who hangs; what comes then is dropped. */
const LONGEST_WAITING = 8 * 1024 * 1024;
/** After so long a pipe that was full is tried again. */
const FULL_MS = 50;
/** How long an ending process waits for a pipe that is full. */
const LAST_LINES_MS = 1_000;

/**
 * Lines for an open descriptor. It waits for nobody: whoever reads the lines may hang or be gone, which neither ends the
 * process nor keeps it from ending. Lines that nobody takes are lost. What waits when the process ends is written then,
 * unless it is killed. (Pino's own destination writes to a reader who is gone for ever when the process ends.)
 */
export function createLogOutput(fd: number): DestinationStream {
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  /** What is being written, or waits until a full pipe has room. */
  let current: Buffer | undefined;
  let isAsked = false;
  let timer: NodeJS.Timeout | undefined;

  const send = () => {
    clearTimeout(timer);
    timer = undefined;
    if (current === undefined) {
      if (waiting.length === 0) return;
      current = Buffer.concat(waiting);
      waiting = [];
      waitingBytes = 0;
    }
    isAsked = true;
    write(fd, current, 0, current.length, null, written);
  };
  const sendWithin = (ms: number) => {
    timer ??= setTimeout(send, ms).unref();
  };
  const written = (error: NodeJS.ErrnoException | null, bytes: number) => {
    isAsked = false;
    if (error && isFull(error)) return sendWithin(FULL_MS);
    const rest = error ? undefined : current?.subarray(bytes);
    current = rest?.length ? rest : undefined;
    if (current) send();
    else if (waiting.length > 0) sendWithin(GATHERED_MS);
  };
  process.once('exit', () => {
    // What the system was asked to write is its own to finish: written here as well it could be there twice.
    const last = isAsked ? waiting : [...(current ? [current] : []), ...waiting];
    writeLast(fd, Buffer.concat(last));
  });
  return {
    write: (line) => {
      const bytes = Buffer.from(line);
      if (waitingBytes + bytes.length > LONGEST_WAITING) return;
      waiting.push(bytes);
      waitingBytes += bytes.length;
      if (current) return;
      if (waitingBytes >= GATHERED_BYTES) send();
      else sendWithin(GATHERED_MS);
    },
  };
}

const isFull = ({ code }: NodeJS.ErrnoException) => code === 'EAGAIN' || code === 'EBUSY';

function writeLast(fd: number, bytes: Buffer): void {
  const until = Date.now() + LAST_LINES_MS;
  let at = 0;
  while (at < bytes.length && Date.now() < until) {
    try {
      at += writeSync(fd, bytes, at);
    } catch (error) {
      if (!isFull(error as NodeJS.ErrnoException)) return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, FULL_MS);
    }
  }
}
