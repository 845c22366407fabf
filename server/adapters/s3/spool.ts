import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';

/** This many bytes of a request are kept in memory, the rest in a temporary file. */
const IN_MEMORY = 256 * 1024;

/** Collects the bytes of one part of an upload until they are sent to the bucket. */
export class Spool {
  #blocks: Uint8Array[] = [];
  #inMemory = 0;
  #file: FileHandle | undefined;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  async add(block: Uint8Array): Promise<void> {
    this.#blocks.push(block);
    this.#inMemory += block.length;
    this.#length += block.length;
    if (this.#inMemory > IN_MEMORY) await this.#spill();
  }

  /** All bytes, as the body of a request. */
  async body(): Promise<Buffer | Readable> {
    if (this.#file === undefined) return Buffer.concat(this.#blocks);
    await this.#spill();
    return this.#file.createReadStream({ start: 0, autoClose: false });
  }

  async clear(): Promise<void> {
    this.#blocks = [];
    this.#inMemory = 0;
    this.#length = 0;
    const file = this.#file;
    this.#file = undefined;
    await file?.close();
  }

  async #spill(): Promise<void> {
    this.#file ??= await openUnnamed();
    const blocks = this.#blocks;
    this.#blocks = [];
    this.#inMemory = 0;
    await this.#file.appendFile(Buffer.concat(blocks));
  }
}

/** A temporary file that disappears with its handle, even if the process is killed. */
async function openUnnamed(): Promise<FileHandle> {
  const file = path.join(tmpdir(), `upload-${randomUUID()}`);
  const handle = await open(file, 'ax+', 0o600);
  await rm(file);
  return handle;
}
