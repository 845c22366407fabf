import { closeSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import { parentPort } from 'node:worker_threads';
import type { UploadPosition } from '../../ports/upload-store.ts';
import { ContentsSoFar, type Seen } from '../content-so-far.ts';
import { DiskRoom } from './room.ts';
import type { WriterCommand, WriterReply } from './writer.ts';

interface Writing {
  readonly position: UploadPosition;
  readonly handle: number;
  readonly room: DiskRoom;
  readonly seen: Seen | undefined;
  offset: number;
}

const writings = new Map<number, Writing>();
const contents = new ContentsSoFar();
/** Of each directory that is written to. */
const rooms = new Map<string, DiskRoom>();

parentPort?.on('message', (commands: readonly WriterCommand[]) => {
  parentPort?.postMessage(commands.flatMap((command) => carryOut(command) ?? []));
});

/** Never throws: what fails ends its own writing only, and what still comes for it is left. */
function carryOut(command: WriterCommand): WriterReply | undefined {
  const { writing } = command;
  try {
    const current = writings.get(writing);
    switch (command.kind) {
      case 'begin':
        return begin(command);
      case 'block':
        return current && write(writing, current, command.block);
      case 'end':
        return current && end(writing, current);
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    release(writing);
    return { writing, kind: 'failed', message: error instanceof Error ? error.message : String(error), code };
  }
}

function begin({ writing, file, position }: Extract<WriterCommand, { kind: 'begin' }>): undefined {
  const handle = openSync(file, 'r+');
  const directory = path.dirname(file);
  const room = rooms.get(directory) ?? new DiskRoom(directory);
  rooms.set(directory, room);
  const seen = contents.take(position.id, position.offset);
  writings.set(writing, { position, handle, room, offset: position.offset, seen });
}

function write(writing: number, current: Writing, block: Uint8Array<ArrayBuffer>): WriterReply {
  const bytes = block.length;
  current.room.take(bytes);
  for (let done = 0; done < bytes; ) {
    const count = writeSync(current.handle, block, done, bytes - done, current.offset);
    done += count;
    current.offset += count;
  }
  current.seen?.add(block);
  // The collector would come for it a hundred megabytes later, and fresh memory is slower than what was used just now.
  block.buffer.transfer(0);
  return { writing, kind: 'written', bytes };
}

function end(writing: number, { position, seen, offset }: Writing): WriterReply {
  release(writing);
  return { writing, kind: 'ended', appended: { offset, content: contents.leave(position.id, seen, position.size) } };
}

function release(writing: number): void {
  const current = writings.get(writing);
  writings.delete(writing);
  if (current) closeSync(current.handle);
}
