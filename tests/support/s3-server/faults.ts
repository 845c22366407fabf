import type { OperationName } from './route.ts';

/** A trouble that the next calls of an operation meet. */
export interface S3Fault {
  readonly operation: OperationName;
  /**
   * 503 SlowDown, or a connection cut before or after the work, or within the bytes of an object; or one on which
   * nothing comes any more, from the beginning or within the bytes of an object.
   */
  readonly how: 'error' | 'cut-before' | 'cut-after' | 'cut-within' | 'hang' | 'hang-within';
  /** 1 when left out. The AWS SDK tries three times, so 3 make a call fail for good. */
  readonly times?: number;
}

/** Counts calls, and hands each the trouble that was ordered for it. */
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

  /** How often any operation was asked for. */
  requests(): number {
    return [...this.#calls.values()].reduce((sum, count) => sum + count, 0);
  }

  calls(operation: OperationName): number {
    return this.#calls.get(operation) ?? 0;
  }
}
