import type { UploadRecord } from '../ports/upload-ledger.ts';

/**
 * A sum of the ledger's that takes time to read: read again when it is older than `maxAgeMs`. What is registered here in
 * between is added at once, so that of many at the same moment each counts for the next.
 */
export class CachedSum {
  readonly #read: () => Promise<number>;
  readonly #maxAgeMs: number;
  readonly #monotonic: () => number;
  #base = 0;
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;
  /** Registered here and not known to be in `#base`; of these, those whose writing has ended. */
  #added = 0;
  #written = 0;

  constructor(read: () => Promise<number>, maxAgeMs: number, monotonic: () => number) {
    this.#monotonic = monotonic;
    this.#read = read;
    this.#maxAgeMs = maxAgeMs;
  }

  /** As of now, between two calls of `refresh`. */
  get value(): number {
    return this.#base + this.#added;
  }

  /** Reads it again where it is too old. Rejects when it cannot be read. */
  refresh(): Promise<void> {
    if (this.#monotonic() - this.#readAt < this.#maxAgeMs) return Promise.resolve();
    this.#reading ??= this.#readAgain().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  /** Counts what is about to be registered. The answer ends that: whether it was. */
  add(bytes: number): (isRegistered: boolean) => void {
    this.#added += bytes;
    return (isRegistered) => {
      if (isRegistered) this.#written += bytes;
      else this.#added -= bytes;
    };
  }

  async #readAgain(): Promise<void> {
    const [written, at] = [this.#written, this.#monotonic()];
    this.#base = await this.#read();
    this.#readAt = at;
    // Only what was written before the question is surely in the answer.
    this.#added -= written;
    this.#written -= written;
  }
}

/**
 * Uploads that were let in and may be missing in what others have read of the register: each is counted until everybody
 * who began to look before it was registered has decided.
 */
export class ArrivingUploads {
  readonly #uploads = new Map<string, UploadRecord>();
  /** When each was registered, in the order of that. */
  readonly #registered = new Map<string, number>();
  /** When those who are looking began to, in the order of that. */
  readonly #looking = new Set<number>();
  #now = 0;

  /** Begins to look; the answer ends it. */
  look(): () => void {
    this.#now += 1;
    const began = this.#now;
    this.#looking.add(began);
    return () => {
      this.#looking.delete(began);
      this.#forget();
    };
  }

  all(): readonly UploadRecord[] {
    return [...this.#uploads.values()];
  }

  add(upload: UploadRecord): void {
    this.#uploads.set(upload.id, upload);
  }

  /** It is in the register. */
  isRegistered({ id }: UploadRecord): void {
    this.#now += 1;
    this.#registered.set(id, this.#now);
    this.#forget();
  }

  /** It could not be registered. */
  isRefused({ id }: UploadRecord): void {
    this.#uploads.delete(id);
  }

  #forget(): void {
    const [oldest = Number.POSITIVE_INFINITY] = this.#looking;
    for (const [id, at] of this.#registered) {
      if (at >= oldest) return;
      this.#registered.delete(id);
      this.#uploads.delete(id);
    }
  }
}
