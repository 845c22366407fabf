import type { UploadRecord } from '../ports/upload-ledger.ts';

/** What uploads take. */
export interface Amount {
  /** Bytes that have arrived, and what a file takes beside its bytes. */
  readonly bytes: number;
  /** Bytes that were announced and have not arrived. */
  readonly reserved: number;
}

const NOTHING: Amount = { bytes: 0, reserved: 0 };
const plus = (one: Amount, other: Amount, sign = 1): Amount => ({
  bytes: one.bytes + sign * other.bytes,
  reserved: one.reserved + sign * other.reserved,
});

interface SumOptions {
  readonly read: () => Promise<Amount>;
  readonly maxAgeMs: number;
  readonly monotonic: () => number;
  /**
   * For a sum that may take seconds: after the first time nobody waits for it, it takes a fiftieth of the time at most,
   * and the last one counts on when it cannot be read, which this is told of.
   */
  readonly onFailure?: (error: unknown) => void;
}

/**
 * A sum of the ledger's that takes time to read: read again when it is older than `maxAgeMs`. What is counted here in
 * between is added at once, so that of many at the same moment each counts for the next.
 */
export class CachedSum {
  readonly #options: SumOptions;
  #base = NOTHING;
  #readAt = Number.NEGATIVE_INFINITY;
  #ageMs: number;
  #reading: Promise<void> | undefined;
  /** Counted here and not known to be in `#base`; of these, those whose writing has ended. */
  #added = NOTHING;
  #written = NOTHING;

  constructor(options: SumOptions) {
    this.#options = options;
    this.#ageMs = options.maxAgeMs;
  }

  /** As of now, between two calls of `refresh`. */
  get value(): Amount {
    return plus(this.#base, this.#added);
  }

  /** Reads it again where it is too old. Rejects when it cannot be read, unless there is an `onFailure`. */
  async refresh(): Promise<void> {
    const { monotonic, onFailure } = this.#options;
    if (monotonic() - this.#readAt < this.#ageMs) return;
    const isFirst = this.#readAt === Number.NEGATIVE_INFINITY;
    this.#reading ??= this.#readAgain().finally(() => {
      this.#reading = undefined;
    });
    if (onFailure === undefined) return this.#reading;
    const told = this.#reading.catch(onFailure);
    if (isFirst) await told;
  }

  /** Counts what is not in the register yet. */
  count(amount: Amount): void {
    this.#added = plus(this.#added, amount);
  }

  /** The writing of what was counted has ended: whether it is in the register now. */
  settle(amount: Amount, isWritten: boolean): void {
    if (isWritten) this.#written = plus(this.#written, amount);
    else this.#added = plus(this.#added, amount, -1);
  }

  async #readAgain(): Promise<void> {
    const { read, maxAgeMs, monotonic, onFailure } = this.#options;
    const [written, at] = [this.#written, monotonic()];
    try {
      this.#base = await read();
      // Only what was written before the question is surely in the answer.
      this.#added = plus(this.#added, written, -1);
      this.#written = plus(this.#written, written, -1);
      this.#readAt = at;
    } finally {
      if (onFailure) {
        this.#readAt = at;
        this.#ageMs = Math.max(maxAgeMs, 50 * (monotonic() - at));
      }
    }
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
