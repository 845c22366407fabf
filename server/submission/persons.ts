import type { JournalEntry, PersonalData } from '../adapters/sql/personal-data.ts';
import type { Clock } from '../ports/clock.ts';
import type { FileStore } from '../ports/file-store.ts';
import type { Ledger, SubmissionRecord } from '../ports/ledger.ts';
import type { Upkeep } from '../ports/upkeep.ts';
import type { UploadLedger, UploadRecord } from '../ports/upload-ledger.ts';
import { readBody } from './body.ts';
import { idsOf, isShortId } from './short-id.ts';
import { erased } from './transitions.ts';
import { recordsReferenceOf } from './views.ts';

export interface PersonOptions {
  readonly ledger: Pick<Ledger, 'find'>;
  readonly uploads: Pick<UploadLedger, 'ofDraft' | 'deleteIfUnclaimed'>;
  readonly files: Pick<FileStore, 'remove'>;
  readonly upkeep: Pick<Upkeep, 'truncateLog'>;
  readonly persons: PersonalData;
  readonly clock: Pick<Clock, 'now'>;
}

export interface SearchTerm {
  /** `id digits`: the first digits of an id, as the log has them; `reference`: an OfferId or an Application ID. */
  readonly by: 'id' | 'id digits' | 'reference' | 'records reference' | 'e-mail' | 'name or passport number';
  readonly text: string;
}

/** The data stored under one id. A draft that was never submitted has only documents. */
export interface PersonRecord {
  readonly id: string;
  readonly record: SubmissionRecord | undefined;
  readonly documents: readonly UploadRecord[];
  /** The names of the answers that match. */
  readonly answers: readonly string[];
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const REFERENCE = /^(?:OFFER_\d{8}_\d{9}|AGT-\d{4}-[A-Z0-9]{6}-\d{6})$/i;

/** The kind of a search term by its format. Any other text is a name, a passport number or the college's reference. */
export function parseSearchTerm(text: string): SearchTerm {
  const trimmed = text.trim();
  if (UUID.test(trimmed)) return { by: 'id', text: trimmed };
  if (REFERENCE.test(trimmed)) return { by: 'reference', text: trimmed.toUpperCase() };
  return { by: trimmed.includes('@') ? 'e-mail' : 'name or passport number', text: trimmed };
}

/** The same for a command line, which may contain a submission's id but no personal data. */
export function parseCommandLineTerm(text: string): SearchTerm {
  const term = parseSearchTerm(text);
  if (isShortId(term.text)) return { by: 'id digits', text: term.text };
  return term.by === 'name or passport number' ? { by: 'records reference', text: term.text } : term;
}

/** How many bodies one query searches, which takes PostgreSQL a tenth of a second. */
const PAGE = 2_000;
/** Limit for submissions whose ids begin with the same digits. */
const MOST_WITH_DIGITS = 10;

/** All stored data of the matching persons or submissions; reads `page` bodies at a time. */
export async function findPersons(
  options: PersonOptions,
  term: SearchTerm,
  page = PAGE,
): Promise<readonly PersonRecord[]> {
  const { persons } = options;
  const { by, text } = term;
  const ids = await idsFor(options, term);
  // The college's references have no fixed format; one may look like an id.
  const isOurs = by === 'e-mail' || ((by === 'id' || by === 'reference') && ids.length > 0);
  if (!isOurs) {
    const records = allPages(async (after) => {
      const { records: items, next } = await persons.referring(text, page, after);
      return { items, next };
    });
    for await (const record of records) if (recordsReferenceOf(record) === text) ids.push(record.id);
  }
  const answers = new Map<string, Set<string>>();
  const words = by === 'e-mail' ? [text] : by === 'name or passport number' ? wordsOf(text) : [];
  if (words.length > 0) {
    const bodies = allPages(async (after) => {
      const { bodies: items, next } = await persons.mentioning(words, page, after);
      return { items, next };
    });
    for await (const { id, body } of bodies) {
      const names = namesOf(readBody(body).values, term);
      if (names.length > 0) answers.set(id, new Set([...(answers.get(id) ?? []), ...names]));
    }
  }
  const found = [];
  for (const id of new Set([...answers.keys(), ...ids])) {
    found.push({ ...(await recordAt(options, id)), answers: [...(answers.get(id) ?? [])] });
  }
  return found;
}

async function* allPages<T>(
  read: (after?: string) => Promise<{ readonly items: readonly T[]; readonly next: string | undefined }>,
): AsyncGenerator<T> {
  let after: string | undefined;
  do {
    const { items, next } = await read(after);
    yield* items;
    after = next;
  } while (after !== undefined);
}

/** The ids in a search term. */
async function idsFor(options: PersonOptions, { by, text }: SearchTerm): Promise<string[]> {
  const { persons } = options;
  if (by === 'id') {
    const { id, record, documents } = await recordAt(options, text.toLowerCase());
    return record !== undefined || documents.length > 0 ? [id] : [];
  }
  if (by === 'id digits') {
    const { first, last } = idsOf(text);
    return [...(await persons.idsBetween(first, last, MOST_WITH_DIGITS))];
  }
  const record = by === 'reference' ? await persons.byReference(text) : undefined;
  return record ? [record.id] : [];
}

async function recordAt({ ledger, uploads }: PersonOptions, id: string): Promise<Omit<PersonRecord, 'answers'>> {
  return { id, record: await ledger.find(id), documents: await uploads.ofDraft(id) };
}

/** Answers with a name of a person or an agency. */
const NAMES = new Set(['firstName', 'middleName', 'familyName', 'preferredName', 'agencyName', 'contactPerson']);

/** The names of the matching answers, regardless of spelling variants. */
function namesOf(values: object, { by, text }: SearchTerm): readonly string[] {
  const texts = Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  if (by === 'e-mail') return named(texts, (_name, value) => value.trim().toLowerCase() === text.toLowerCase());
  const passport = named(texts, (name, value) => name === 'passportNumber' && squeezed(value) === squeezed(text));
  const sought = wordsOf(text);
  const names = texts.filter(([name]) => NAMES.has(name));
  const there = new Set(names.flatMap(([, value]) => wordsOf(value)));
  if (!sought.every((word) => there.has(word))) return passport;
  return [...passport, ...named(names, (_name, value) => wordsOf(value).some((word) => sought.includes(word)))];
}

const named = (texts: readonly (readonly [string, string])[], matches: (name: string, value: string) => boolean) =>
  texts.filter(([name, value]) => matches(name, value)).map(([name]) => name);

const squeezed = (text: string) => text.toLowerCase().replaceAll(/[ -]/g, '');

/** Words in lower case, without hyphens and other marks. */
const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether the server is still processing it, or will retry. */
export const isUnfinished = (record: SubmissionRecord | undefined): boolean =>
  record !== undefined &&
  record.purgedAt === undefined &&
  (record.status === 'processing' || record.retryAt !== undefined);

/** `busy`: the server is still processing it; `written`: it was changed during each attempt. */
export type Erasure =
  | { readonly outcome: 'erased'; readonly documents: number }
  | { readonly outcome: 'busy' | 'written' | 'unknown' };

/**
 * Deletes all data of an id, and saves who did it. Unlike the end of retention it also deletes the digest, which could be
 * compared with answers. Unfinished submissions stay, unless `evenUnfinished` is set; a running call is not stopped. May be
 * repeated after a crash.
 */
export async function erase(
  { ledger, uploads, files, upkeep, persons, clock }: PersonOptions,
  id: string,
  { who, evenUnfinished }: { readonly who: string; readonly evenUnfinished: boolean },
): Promise<Erasure> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const documents = await uploads.ofDraft(id);
    const record = await ledger.find(id);
    if (record === undefined && documents.length === 0) return { outcome: 'unknown' };
    if (isUnfinished(record) && !evenUnfinished) return { outcome: 'busy' };
    const now = clock.now();
    const what = `${record ? `${record.kind}, ${record.status}` : 'a draft'}; ${countOf(documents)}`;
    const entry: JournalEntry = { at: now.toISOString(), who, action: 'erase', submission: id, what };
    if (record === undefined) await persons.note(entry);
    // If the server has just written it, read it again.
    else if ((await persons.erase(erased(record, now), entry)) !== 'saved') continue;
    for (const { id: upload } of documents) {
      // False if a new body has claimed it since.
      if (await uploads.deleteIfUnclaimed(upload)) await files.remove(upload);
    }
    await upkeep.truncateLog();
    return { outcome: 'erased', documents: documents.length };
  }
  return { outcome: 'written' };
}

/** A server that works on a submission writes it a few times a second. */
const TRIES = 10;

export const countOf = (documents: readonly UploadRecord[]): string =>
  `${documents.length} documents of ${documents.reduce((sum, { size }) => sum + size, 0)} bytes`;
