import { AppError, unavailable } from '../../errors.ts';
import type { FileStore } from '../../ports/file-store.ts';
import type { MarkedUploads } from '../uploads-kind.ts';
import type { S3Limits } from './limited-client.ts';
import type { S3Settings } from './settings.ts';
import { SharedS3Store } from './tus-store.ts';

/** Upload ids are made by us (32 hex digits): nothing else reaches the bucket. */
const OWN_ID = /^[0-9a-f]{32}$/;
const END_OF_TIME = new Date(8.64e15);
/** How often reading is taken up again where it broke off. */
const RESUMPTIONS = 3;

/** Uploads as objects of a bucket: `tus` writes them, `files` reads them. */
export function createS3Files(options: {
  readonly settings: S3Settings;
  readonly lifeMs: number;
  readonly assertHeld: (id: string) => Promise<void>;
  readonly isUntouched?: (id: string) => boolean;
  readonly limits?: S3Limits;
}): { readonly tus: SharedS3Store; readonly files: FileStore; readonly marked: MarkedUploads } {
  const tus = new SharedS3Store(options);
  const storedOf = (id: string) => (OWN_ID.test(id) ? tus.stored(id) : Promise.resolve(undefined));
  const files: FileStore = {
    size: async (id) => (await storedOf(id))?.size,
    lastByteAt: async (id) => (await storedOf(id))?.lastByteAt,
    open: (id, from) => {
      if (!OWN_ID.test(id)) throw new Error('not an upload id');
      return content(tus, id, from);
    },
    remove: async (id) => {
      if (OWN_ID.test(id)) await tus.remove(id).catch(gone);
    },
    assertWritable: tus.assertWritable,
    list: () => ownIds(tus, new Date(Date.now() - options.lifeMs)),
  };
  const marked = { readKind: tus.readKind, writeKind: tus.writeKind, everyId: () => ownIds(tus, END_OF_TIME) };
  return { tus, files, marked };
}

/**
 * Whatever younger things nobody registered are left for a day: a bucket is not tied to a ledger as a directory is, and
 * a node that was pointed at the wrong one is to be noticed before it has removed anything.
 */
async function* ownIds(tus: SharedS3Store, limit: Date): AsyncGenerator<string> {
  let last = '';
  for await (const name of tus.namesBefore(limit)) {
    if (OWN_ID.test(name) && name !== last) yield name;
    last = name;
  }
}

/** The object's bytes; a connection that breaks is taken up again at the byte where it broke. */
async function* content(tus: SharedS3Store, id: string, from = 0): AsyncGenerator<Uint8Array> {
  let position = from;
  for (let tries = 0; ; tries += 1) {
    try {
      for await (const block of await tus.readFrom(id, position)) {
        position += block.length;
        yield block;
      }
      return;
    } catch (error) {
      // It was asked often enough already, or said nothing for as long as anybody waits.
      if (error instanceof AppError) throw error;
      // Before the first byte the object may still lie in parts: `stored` puts it together.
      const hasBegun = position > from;
      const isWorthAnotherTry = hasBegun ? tries < RESUMPTIONS : tries === 0 && (await tus.stored(id));
      if (!isWorthAnotherTry) throw hasBegun ? unavailable(error) : error;
    }
  }
}

function gone(error: unknown): void {
  if (typeof error === 'object' && error !== null && 'status_code' in error && error.status_code === 404) return;
  throw error;
}
