import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { UploadRecord } from '../ports/upload-ledger.ts';
import type { PersonRecord } from '../submission/persons.ts';
import { recordsReferenceOf } from '../submission/views.ts';
import type { CommandContext } from './context.ts';

interface Exported {
  readonly where: string;
  /** Files of documents that are missing or have changed. */
  readonly missing: readonly string[];
}

/**
 * Exports all data of an id into a new private directory below `directory`: `data.json` and the documents. Documents that
 * cannot be read are reported, and the rest is written. Throws if that directory already exists.
 */
export async function exportInto(
  directory: string,
  { persons, files }: Pick<CommandContext, 'persons' | 'files'>,
  { id, record, documents }: PersonRecord,
): Promise<Exported> {
  const where = path.resolve(directory, id);
  await mkdir(path.join(where, 'documents'), { recursive: true, mode: 0o700 });
  if ((await readdir(where)).length > 1) throw new Error(`${where} is there already: please name another directory`);
  const named = documents.map((upload, i) => ({ ...upload, file: path.join('documents', fileName(upload, i)) }));
  const missing: string[] = [];
  for (const { id: upload, file, sha256 } of named) {
    const written = await copy(files.open(upload), path.join(where, file));
    if (written === undefined || (sha256 !== undefined && written !== sha256)) missing.push(file);
  }
  const { bodies, outputs } = await persons.keptOf(id);
  const done = await persons.journal(1_000, id);
  const recordsReference = record && recordsReferenceOf(record);
  const submission = record && { ...record, ...(recordsReference && { recordsReference }) };
  const data = { submission, answers: bodies, sentOn: outputs, documents: named, missing, journal: done };
  await writeFile(path.join(where, 'data.json'), `${JSON.stringify(data, undefined, 2)}\n`, {
    mode: 0o600,
    flag: 'wx',
  });
  return { where, missing };
}

/** A file name from number and slot, since the original name could be any path. */
function fileName({ slot, name }: UploadRecord, index: number): string {
  const [ending = ''] = /\.[a-z0-9]{1,5}$/i.exec(name) ?? [];
  return `${String(index + 1).padStart(2, '0')}-${slot.replaceAll(/[^A-Za-z0-9-]/g, '-')}${ending.toLowerCase()}`;
}

/** The SHA-256 of the written file, in hex; undefined if the document cannot be read. */
async function copy(bytes: AsyncIterable<Uint8Array>, file: string): Promise<string | undefined> {
  const hash = createHash('sha256');
  const target = createWriteStream(file, { mode: 0o600, flags: 'wx', flush: true });
  let isRead = true;
  await pipeline(async function* () {
    try {
      for await (const block of bytes) {
        hash.update(block);
        yield block;
      }
    } catch {
      isRead = false;
    }
  }, target);
  return isRead ? hash.digest('hex') : undefined;
}
