import { AppError, STORAGE_FULL, unavailable } from '#server/errors.ts';
import type { FileStore, UploadWriter } from '#server/ports/file-store.ts';
import type { SimProcess } from './sim-process.ts';
import type { World } from './world.ts';

interface SimFile {
  bytes: Buffer;
  /** How many bytes, and whether the name, survive a power cut. */
  synced: number;
  lastByteAt: number;
  /** A failed sync that the process knows of: the unsynced bytes are never written, regardless of later answers. */
  refused: { readonly to: SimProcess; readonly at: number } | undefined;
}

/** A process that knows of a failed sync removes the file within this time. */
const REMOVED_WITHIN_MS = 60_000;

const BLOCK_BYTES = 700;

/**
 * The store for documents: a disk that keeps what was synced, or, for several nodes, a bucket that keeps everything at
 * once.
 */
export class SimDisk {
  readonly #world: World;
  readonly #files = new Map<string, SimFile>();
  readonly #isShared: boolean;
  /** Documents that the disk itself lost or changed, without a fault of the product. */
  readonly spoilt = new Set<string>();
  isFull = false;

  constructor(world: World, isShared: boolean) {
    this.#world = world;
    this.#isShared = isShared;
  }

  /**
   * Whether a power cut at this moment would leave the whole document. Exempt: a failed sync of a process that was
   * killed before it could remove the file, because no later process can know (docs/decisions/0020-testing.md). Also
   * exempt: what the disk lost after a good sync, because no process checks before sending.
   */
  isSafe(id: string): boolean {
    const file = this.#files.get(id);
    if (file === undefined) return this.spoilt.has(id);
    if (file.synced !== file.bytes.length) return false;
    if (file.refused === undefined) return true;
    const { to, at } = file.refused;
    return to.diedAt !== undefined && to.diedAt - at < REMOVED_WITHIN_MS;
  }

  #open(id: string): SimFile {
    const file = this.#files.get(id) ?? {
      bytes: Buffer.alloc(0),
      synced: this.#isShared ? 0 : -1,
      lastByteAt: this.#world.time.now,
      refused: undefined,
    };
    this.#files.set(id, file);
    return file;
  }

  /** Adds bytes, as many as there is space for. Throws STORAGE_FULL. */
  #add(file: SimFile, blocks: readonly Uint8Array[]): void {
    if (this.isFull) throw new AppError('STORAGE_FULL', { detail: STORAGE_FULL });
    file.bytes = Buffer.concat([file.bytes, ...blocks]);
    file.lastByteAt = this.#world.time.now;
    if (this.#isShared) file.synced = file.bytes.length;
  }

  /** Loses what was not synced: a whole file or its end, or the end has other bytes. */
  cutPower(): void {
    const random = this.#world.chance('power cut');
    for (const [id, file] of this.#files) {
      if (file.synced === file.bytes.length && !file.refused) continue;
      // The server could not know that it was incomplete: from now on it counts as lost by the disk.
      if (this.isSafe(id)) this.spoilt.add(id);
      if (file.synced < 0 || file.refused) {
        if (random.next() < 0.5 || file.refused) this.#files.delete(id);
        continue;
      }
      const kept = random.int(file.synced, file.bytes.length);
      file.bytes = Buffer.from(file.bytes.subarray(0, kept));
      if (random.next() < 0.5) file.bytes.fill(0, file.synced);
    }
  }

  /** The disk loses a document or changes its content; no process knows until it reads it. */
  spoil(how: 'document lost' | 'document damaged'): void {
    const random = this.#world.chance(how);
    const ids = [...this.#files.keys()];
    if (ids.length === 0) return;
    const id = random.pick(ids);
    const file = this.#files.get(id);
    if (file === undefined || this.spoilt.has(id)) return;
    this.#world.inject(how);
    this.#world.tell('disk', `${how}: ${id.slice(0, 6)}`);
    this.spoilt.add(id);
    if (how === 'document lost') this.#files.delete(id);
    else if (file.bytes.length > 20) file.bytes = Buffer.concat([file.bytes.subarray(0, -4), Buffer.from('rot!')]);
  }

  /** The documents as a process sees them. Calls `onRemoval` with each removed id. */
  storeOf(process: SimProcess, onRemoval: (id: string) => void): FileStore {
    const world = this.#world;
    const files = this.#files;
    const broken = () => Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' });
    const cannotBeRead = () => (world.strikes('disk cannot be read') ? broken() : undefined);
    const ask = <T>(what: string, work: () => T, refusedWith?: () => Error | undefined) =>
      process.ask({ what: `files.${what}`, refusedWith }, async () => work());
    const remove = (id: string) =>
      ask('remove', () => {
        if (files.delete(id)) onRemoval(id);
      });
    const sync = async (id: string, file: SimFile) => {
      const isKept = await ask('sync', () => {
        if (world.strikes('disk does not sync')) file.refused = { to: process, at: world.time.now };
        else file.synced = file.bytes.length;
        return file.refused === undefined;
      });
      if (isKept) return;
      await remove(id);
      throw unavailable(broken());
    };
    const append = async (id: string): Promise<UploadWriter> => {
      const file = await ask('append', () => this.#open(id));
      return {
        get offset() {
          return file.bytes.length;
        },
        write: (blocks) => ask('write', () => this.#add(file, blocks)),
        close: async () => {
          if (!this.#isShared) await sync(id, file);
          return file.bytes.length;
        },
      };
    };
    const read = (id: string, at: number) =>
      ask(
        'read',
        () => {
          const file = this.#files.get(id);
          if (file === undefined) throw Object.assign(new Error('ENOENT: no such file'), { code: 'ENOENT' });
          return file.bytes.subarray(at, at + BLOCK_BYTES);
        },
        cannotBeRead,
      );
    return {
      size: (id) => ask('size', () => files.get(id)?.bytes.length, cannotBeRead),
      lastByteAt: (id) =>
        ask('lastByteAt', () => {
          const file = files.get(id);
          return file && new Date(file.lastByteAt);
        }),
      open: async function* (id) {
        for (let at = 0, isMore = true; isMore; at += BLOCK_BYTES) {
          const block = await read(id, at);
          if (block.length > 0) yield Uint8Array.from(block);
          isMore = block.length === BLOCK_BYTES;
        }
      },
      append: ({ id }) => append(id),
      remove,
      room: () => ask('room', () => (this.isFull ? 0 : Number.MAX_SAFE_INTEGER)),
      list: async function* () {
        yield* await ask('list', () => [...files.keys()]);
      },
    };
  }
}
