import type { SubmissionRecord } from './ledger.ts';

export interface ListFilter {
  /** `unfinished`: not processed, with personal data. */
  readonly state:
    | 'unfinished'
    | 'all'
    | 'processing'
    | 'waiting'
    | 'stopped'
    | 'held'
    | 'repeated'
    | 'skipped'
    | 'processed'
    | 'purged';
  readonly since?: Date;
  readonly until?: Date;
}

/** A list continues after this record. */
export type ListPlace = Pick<SubmissionRecord, 'id' | 'updatedAt' | 'purgedAt'>;

/** The answers of one revision, as they were sent. */
export interface KeptBody {
  readonly id: string;
  readonly revision: number;
  readonly body: unknown;
}

interface KeptOfOne {
  readonly bodies: readonly Omit<KeptBody, 'id'>[];
  readonly outputs: readonly { readonly revision: number; readonly stage: string; readonly output: unknown }[];
}

/** What the staff did: who, when and what, without personal data. */
export interface JournalEntry {
  readonly at: string;
  /** Who did it, as the system or they themselves say. */
  readonly who: string;
  readonly action:
    | 'find'
    | 'show'
    | 'export'
    | 'erase'
    | 'purge'
    | 'retry'
    | 'settle'
    | 'send-documents'
    | 'allow-removal';
  /** The submission it was done with; left out of a search, which is about many. */
  readonly submission?: string;
  /** In figures and fixed words, such as `searched by e-mail, 2 found`. */
  readonly what: string;
}

/** What the staff need of the ledger to find, hand out and erase what is kept about a person. */
export interface PersonalData {
  /** At most so many ids of submissions between two ids, in order. */
  idsBetween(first: string, last: string, limit: number): Promise<readonly string[]>;
  byReference(reference: string): Promise<SubmissionRecord | undefined>;
  /**
   * Records that may have that id of the records API; the caller compares the id. Reads `limit` submissions after the
   * submission `after`; `next` is the `after` of the next call.
   */
  referring(
    recordsReference: string,
    limit: number,
    after?: string,
  ): Promise<{ readonly records: readonly SubmissionRecord[]; readonly next?: string }>;
  /**
   * Bodies of every revision that may have all of these texts; case, spaces and hyphens do not matter. The caller compares
   * the answers. Reads `limit` bodies after the submission `after`; `next` is the `after` of the next call.
   */
  mentioning(
    texts: readonly string[],
    limit: number,
    after?: string,
  ): Promise<{ readonly bodies: readonly KeptBody[]; readonly next?: string }>;
  /** The next records of a list: what still has personal data by its last change, the oldest first, then the rest by id. */
  list(filter: ListFilter, limit: number, after?: ListPlace): Promise<readonly SubmissionRecord[]>;
  keptOf(id: string): Promise<KeptOfOne>;
  /**
   * Writes the record, if what is stored is the version before it, removes its bodies, its outputs and the wish to try it
   * again for good, gives up its claims of uploads, and notes that in the journal: all of it or nothing.
   */
  erase(record: SubmissionRecord, entry: JournalEntry): Promise<'saved' | 'superseded'>;
  note(entry: JournalEntry): Promise<void>;
  journal(limit: number, submission?: string): Promise<readonly JournalEntry[]>;
}
