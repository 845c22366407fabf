import type { UploadRecord } from '../ports/upload-ledger.ts';

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
