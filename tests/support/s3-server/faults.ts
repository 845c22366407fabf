import type { OperationName } from './route.ts';

/** A fault for the next calls of an operation. */
export interface S3Fault {
  readonly operation: OperationName;
  /**
   * 503 SlowDown, or a connection that breaks before the work, after it, or within the bytes of an object. `hang` and
   * `hang-within` stay open without an answer or further bytes.
   */
  readonly how: 'error' | 'cut-before' | 'cut-after' | 'cut-within' | 'hang' | 'hang-within';
  /** 1 by default. The AWS SDK tries three times, so a call fails for good after 3. */
  readonly times?: number;
}

/** Counts calls and gives each call its ordered fault. */
export class Faults {
  #calls = new Map<OperationName, number>();
  #ordered: { readonly fault: S3Fault; left: number }[] = [];

  add(fault: S3Fault): void {
    this.#ordered.push({ fault, left: fault.times ?? 1 });
  }

  next(operation: OperationName): S3Fault['how'] | undefined {
    this.#calls.set(operation, this.calls(operation) + 1);
    const ordered = this.#ordered.find(({ fault, left }) => fault.operation === operation && left > 0);
    if (!ordered) return undefined;
    ordered.left -= 1;
    return ordered.fault.how;
  }

  /** How many requests there were, for any operation. */
  requests(): number {
    return [...this.#calls.values()].reduce((sum, count) => sum + count, 0);
  }

  calls(operation: OperationName): number {
    return this.#calls.get(operation) ?? 0;
  }
}
