import type { MetadataValue } from '@tus/s3-store';

/** The notes of an upload, as the tus store keeps them beside its parts. */
export type Notes = Readonly<MetadataValue>;

/** A part of an upload that is not finished, as S3 names its facts. */
export interface StoredPart {
  PartNumber?: number | undefined;
  ETag?: string | undefined;
  Size?: number | undefined;
  LastModified?: Date | undefined;
}

/** Where an upload that is not finished stands. */
export interface UploadState {
  readonly notes: Notes;
  readonly parts: readonly StoredPart[];
  /** Whether bytes lie beside the parts that were too few for one. */
  readonly hasRest: boolean;
  /** Bytes that are there. */
  readonly offset: number;
}

/** Uploads remembered; of the oldest more than that, the bucket is asked again. */
const REMEMBERED = 1000;

/**
 * What this node knows of uploads without asking the bucket for it again: of one that it has made and that nobody has
 * touched since, and of one that it looks at and then writes to under one lock.
 */
export class UploadStates {
  readonly #made = new Map<string, Notes>();
  readonly #looked = new Map<string, UploadState>();

  /** An upload was made here, without a byte. */
  made(id: string, notes: Notes): void {
    remember(this.#made, id, notes);
  }

  /** Of an upload that was made here, and that nobody may have touched since. */
  untouched(id: string): UploadState | undefined {
    const notes = this.#made.get(id);
    return notes && this.looked(id, { notes, parts: [], hasRest: false, offset: 0 });
  }

  /** This is how it stands, for the one who writes to it next, under the same lock. */
  looked(id: string, state: UploadState): UploadState {
    remember(this.#looked, id, state);
    return state;
  }

  /** For the one who writes to it from `offset` on, once; undefined where nobody has looked, or it stood elsewhere. */
  take(id: string, offset: number): UploadState | undefined {
    const state = this.#looked.get(id);
    this.forget(id);
    return state?.offset === offset ? state : undefined;
  }

  forget(id: string): void {
    this.#made.delete(id);
    this.#looked.delete(id);
  }
}

function remember<T>(known: Map<string, T>, id: string, value: T): void {
  known.delete(id);
  known.set(id, value);
  const [oldest] = known.keys();
  if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest);
}
