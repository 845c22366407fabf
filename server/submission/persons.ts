import type { Clock } from '../ports/clock.ts';
import type { FileStore } from '../ports/file-store.ts';
import type { Ledger, SubmissionRecord } from '../ports/ledger.ts';
import type { JournalEntry, PersonalData } from '../ports/personal-data.ts';
import type { Upkeep } from '../ports/upkeep.ts';
import type { UploadLedger, UploadRecord } from '../ports/upload-ledger.ts';
import { readBody } from './body.ts';
import { erased } from './transitions.ts';
import { recordsReferenceOf } from './views.ts';

/** Where what is kept about persons lies. */
export interface PersonOptions {
  readonly ledger: Pick<Ledger, 'find'>;
  readonly uploads: Pick<UploadLedger, 'ofDraft' | 'take'>;
  readonly files: Pick<FileStore, 'remove'>;
  readonly upkeep: Pick<Upkeep, 'truncateLog'>;
  readonly persons: PersonalData;
  readonly clock: Pick<Clock, 'now'>;
}

/** By what somebody is looked for. */
export type Wanted =
  | { readonly by: 'id'; readonly text: string }
  | { readonly by: 'reference'; readonly text: string }
  | { readonly by: 'records reference'; readonly text: string }
  | { readonly by: 'e-mail'; readonly text: string }
  | { readonly by: 'passport number'; readonly text: string };

/** What there is under one id: of a draft that was never submitted, or not yet, documents only. */
export interface Found {
  readonly id: string;
  readonly record: SubmissionRecord | undefined;
  readonly documents: readonly UploadRecord[];
  /** The names of the answers that are what was looked for. */
  readonly answers: readonly string[];
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const REFERENCE = /^(?:OFFER_\d{8}_\d{9}|AGT-\d{4}-[A-Z0-9]{6}-\d{6})$/i;

/** What a text asks for: each kind has a form of its own, and what has none of them is a passport number. */
export function wantedBy(text: string): Wanted {
  const trimmed = text.trim();
  if (UUID.test(trimmed)) return { by: 'id', text: trimmed };
  if (REFERENCE.test(trimmed)) return { by: 'reference', text: trimmed.toUpperCase() };
  return { by: trimmed.includes('@') ? 'e-mail' : 'passport number', text: trimmed };
}

/** Bodies that are looked through in one go: so many take PostgreSQL a tenth of a second. */
const PAGE = 2_000;

/** Everything that is kept about whoever is wanted; of the ledger's bodies `page` are looked through at a time. */
export async function findPersons(options: PersonOptions, wanted: Wanted, page = PAGE): Promise<readonly Found[]> {
  const { persons } = options;
  if (wanted.by === 'records reference') return referring(options, wanted.text, page);
  if (wanted.by === 'id') {
    const found = present([await foundAt(options, wanted.text.toLowerCase())]);
    // The records API's own ids may be UUIDs, too.
    return found.length > 0 ? found : referring(options, wanted.text, page);
  }
  if (wanted.by === 'reference') {
    const record = await persons.byReference(wanted.text);
    return record ? present([await foundAt(options, record.id)]) : [];
  }
  const answers = new Map<string, Set<string>>();
  let after: string | undefined;
  do {
    const { bodies, next } = await persons.mentioning(wanted.text, page, after);
    for (const { id, body } of bodies) {
      const names = namesOf(readBody(body).values, wanted);
      if (names.length > 0) answers.set(id, new Set([...(answers.get(id) ?? []), ...names]));
    }
    after = next;
  } while (after !== undefined);
  const found: Found[] = [];
  for (const [id, names] of answers) found.push({ ...(await foundAt(options, id)), answers: [...names] });
  // The text may be an id of the records API, which has no fixed form.
  const others = wanted.by === 'e-mail' ? [] : await referring(options, wanted.text, page);
  return [...found, ...others.filter(({ id }) => !answers.has(id))];
}

/** By the records API's own id. */
async function referring(options: PersonOptions, reference: string, page: number): Promise<readonly Found[]> {
  const found: Found[] = [];
  let after: string | undefined;
  do {
    const { records, next } = await options.persons.referring(reference, page, after);
    for (const record of records) {
      if (recordsReferenceOf(record) === reference) found.push(await foundAt(options, record.id));
    }
    after = next;
  } while (after !== undefined);
  return found;
}

async function foundAt({ ledger, uploads }: PersonOptions, id: string): Promise<Found> {
  return { id, record: await ledger.find(id), documents: await uploads.ofDraft(id), answers: [] };
}

const present = (found: readonly Found[]) =>
  found.filter(({ record, documents }) => record !== undefined || documents.length > 0);

/** The names of the answers that are the e-mail address or the passport number that is wanted, however it was typed. */
function namesOf(values: object, { by, text }: Wanted): readonly string[] {
  const texts = Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const isWanted =
    by === 'e-mail'
      ? ([, value]: [string, string]) => value.trim().toLowerCase() === text.toLowerCase()
      : ([name, value]: [string, string]) => name === 'passportNumber' && squeezed(value) === squeezed(text);
  return texts.filter(isWanted).map(([name]) => name);
}

const squeezed = (text: string) => text.toLowerCase().replaceAll(/[ -]/g, '');

/** Whether the server still goes on with it, now or at a time. */
export const isUnfinished = (record: SubmissionRecord | undefined): boolean =>
  record !== undefined &&
  record.purgedAt === undefined &&
  (record.status === 'processing' || record.retryAt !== undefined);

/** `busy`: the server still goes on with it; `written`: it was written again and again meanwhile. */
export type Erasure =
  | { readonly outcome: 'erased'; readonly documents: number }
  | { readonly outcome: 'busy' | 'written' | 'unknown' };

/**
 * Removes everything that is kept under an id, also what an end of retention leaves that could be compared with somebody's
 * answers (the digest), and notes who did it. What the server still goes on with is left, unless `evenUnfinished`: then it
 * is ended; a call that is being made is not called back. May be done again: what a crash has left is removed then.
 */
export async function erase(
  options: PersonOptions,
  id: string,
  { who, evenUnfinished }: { readonly who: string; readonly evenUnfinished: boolean },
): Promise<Erasure> {
  const { uploads, files, upkeep } = options;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const documents = await uploads.ofDraft(id);
    const outcome = await eraseRecord(options, id, { who, evenUnfinished, documents });
    // The server wrote it just now: what it is like now decides.
    if (outcome === 'written') continue;
    if (outcome !== 'erased') return { outcome };
    for (const { id: upload } of documents) {
      // Claimed again: somebody submitted a new body since its claims were given up.
      if (await uploads.take(upload)) await files.remove(upload);
    }
    await upkeep.truncateLog();
    return { outcome, documents: documents.length };
  }
  return { outcome: 'written' };
}

/** A server that goes on with a submission writes it a few times in a second. */
const TRIES = 10;

async function eraseRecord(
  { ledger, persons, clock }: PersonOptions,
  id: string,
  {
    who,
    evenUnfinished,
    documents,
  }: { readonly who: string; readonly evenUnfinished: boolean; readonly documents: readonly UploadRecord[] },
): Promise<Erasure['outcome']> {
  const record = await ledger.find(id);
  if (record === undefined && documents.length === 0) return 'unknown';
  if (isUnfinished(record) && !evenUnfinished) return 'busy';
  const now = clock.now();
  const what = `${record ? `${record.kind}, ${record.status}` : 'a draft'}; ${countOf(documents)}`;
  const entry: JournalEntry = { at: now.toISOString(), who, action: 'erase', submission: id, what };
  if (record) return (await persons.erase(erased(record, now), entry)) === 'saved' ? 'erased' : 'written';
  await persons.note(entry);
  return 'erased';
}

export const countOf = (documents: readonly UploadRecord[]): string =>
  `${documents.length} documents of ${documents.reduce((sum, { size }) => sum + size, 0)} bytes`;
