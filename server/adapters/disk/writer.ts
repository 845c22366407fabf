import type { Readable } from 'node:stream';
import { finished } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type { Appended, UploadPosition } from '../../ports/upload-store.ts';

/** What the thread receives. A writing is one request's bytes for one file, and has a number. */
export type WriterCommand = { readonly writing: number } & (
  | { readonly kind: 'begin'; readonly file: string; readonly position: UploadPosition }
  | { readonly kind: 'block'; readonly block: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'end' }
);

/** What the thread answers: a block is written, all is, or it cannot be. */
export type WriterReply = { readonly writing: number } & (
  | { readonly kind: 'written'; readonly bytes: number }
  | { readonly kind: 'ended'; readonly appended: Appended }
  | { readonly kind: 'failed'; readonly message: string; readonly code: string }
);

/** An error of the file system, with its code (ENOSPC, ENOENT, …). */
export class WriteFailed extends Error {
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

export interface DiskWriter {
  /** Adds bytes to a file from `position.offset` on. Rejects with WriteFailed, or with what broke the bytes off. */
  append(bytes: Readable, file: string, position: UploadPosition): Promise<Appended>;
  close(): Promise<void>;
}

/** Bytes of one request that are on their way to the disk; more are taken when they are there. */
const ON_THEIR_WAY = 64 * 1024;

/** It holds the blocks of a moment, whose memory is not of its heap, and states of hashes. */
const LIMITS = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 64 };

/**
 * Writes and hashes uploads in a thread of its own: hashing takes as long as receiving, and a hand-over to Node's pool of
 * threads for every block as long as writing it. A disk that is slow holds up uploads and nothing else. A thread that
 * dies ends the process, as the ledger's does.
 */
export function startDiskWriter(): DiskWriter {
  const thread = new Worker(new URL('./writer-thread.ts', import.meta.url), { resourceLimits: LIMITS });
  // Whoever waits for a writing has a request open; the thread alone is no reason to live.
  thread.unref();
  const listeners = new Map<number, (reply: WriterReply) => void>();
  thread.on('message', (replies: readonly WriterReply[]) => {
    for (const reply of replies) listeners.get(reply.writing)?.(reply);
  });
  const send = sendTogether(thread);
  let count = 0;
  return {
    append: (bytes, file, position) => {
      count += 1;
      const writing = count;
      send({ writing, kind: 'begin', file, position });
      const listen = (listener: (reply: WriterReply) => void) => listeners.set(writing, listener);
      return pour(bytes, { writing, send, listen }).finally(() => listeners.delete(writing));
    },
    close: async () => void (await thread.terminate()),
  };
}

interface Line {
  readonly writing: number;
  send(command: WriterCommand): void;
  listen(listener: (reply: WriterReply) => void): void;
}

/** From the stream into the thread, no faster than it writes. */
function pour(bytes: Readable, { writing, send, listen }: Line): Promise<Appended> {
  return new Promise((resolve, reject) => {
    let onTheirWay = 0;
    let brokenBy: Error | null | undefined;
    listen((reply) => {
      switch (reply.kind) {
        case 'written':
          onTheirWay -= reply.bytes;
          if (onTheirWay < ON_THEIR_WAY) bytes.resume();
          break;
        case 'failed':
          reject(new WriteFailed(reply.message, reply.code));
          bytes.destroy();
          break;
        case 'ended':
          if (brokenBy) reject(brokenBy);
          else resolve(reply.appended);
          break;
        default:
          reply satisfies never;
      }
    });
    bytes.on('data', (chunk: Buffer) => {
      const block = ownMemory(chunk);
      onTheirWay += block.length;
      if (onTheirWay >= ON_THEIR_WAY) bytes.pause();
      send({ writing, kind: 'block', block });
    });
    finished(bytes, (error) => {
      brokenBy = error;
      send({ writing, kind: 'end' });
    });
  });
}

/** The block as it is where it shares its memory with none, a copy otherwise: the memory goes to the thread. */
function ownMemory(block: Buffer): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, length } = block;
  const isAlone = buffer instanceof ArrayBuffer && length === buffer.byteLength;
  return isAlone ? new Uint8Array(buffer, byteOffset, length) : Uint8Array.from(block);
}

/** Sends what all connections brought in one turn of the event loop at once: a message costs more than a block. */
function sendTogether(thread: Worker): (command: WriterCommand) => void {
  let commands: WriterCommand[] = [];
  const send = () => {
    const together = commands;
    commands = [];
    thread.postMessage(
      together,
      together.flatMap((command) => (command.kind === 'block' ? [command.block.buffer] : [])),
    );
  };
  return (command) => {
    if (commands.length === 0) setImmediate(send);
    commands.push(command);
  };
}
